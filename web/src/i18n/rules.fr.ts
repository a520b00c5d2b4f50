import type { RuleBook } from './rules';

export const book: RuleBook = {
  lead: 'Prenez tous les pions de l’autre camp. Un pion prend en s’approchant d’une rangée de pions adverses, ou en s’éloignant d’une rangée.',
  sections: [
    {
      number: '1',
      title: 'Le plateau',
      clauses: [
        ['1.1', 'Les colonnes se nomment a, b, c … à partir de la gauche des Blancs, les rangées 1, 2, 3 … à partir de leur côté. a1 est le coin proche à gauche des Blancs.'],
        ['1.2', 'Chaque point est joint à ses voisins en largeur et en hauteur. Un point sur deux, dont a1, est fort : les diagonales ne joignent que des points forts. Un pas suit une ligne tracée.'],
        ['1.3', 'Tsivy a 9×5 points : c’est le grand jeu ; dimy en a 5×5 et dure moins longtemps.'],
      ],
    },
    {
      number: '2',
      title: 'Le départ',
      clauses: [
        ['2.1', 'Les Blancs occupent les rangées sous celle du milieu, les Noirs celles au-dessus. Le centre est vide.'],
        ['2.2', 'Sur la rangée du milieu les pions alternent ; le pion de chacun est tout à droite, vu de sa place.'],
        ['2.3', 'Les Blancs commencent. On choisit ou on tire au sort qui joue les Blancs.'],
      ],
    },
    {
      number: '3',
      title: 'Un tour',
      clauses: [
        ['3.1', 'Si une prise existe, le tour doit prendre. Sinon un pion va à un point voisin libre le long d’une ligne : c’est un paika, un tour calme.'],
        ['3.2', 'Approche : le pion fait un pas, et le point suivant dans la même direction porte un pion adverse. Ce pion est pris, avec tous les pions adverses derrière lui en rangée continue.'],
        ['3.3', 'Éloignement : le pion quitte un pion adverse qui se trouvait juste derrière son point de départ. Ce pion est pris, avec tous les pions adverses derrière lui en rangée continue.'],
        ['3.4', 'Quand un pas fait les deux, le joueur choisit l’un des deux.'],
        ['3.5', 'Le choix de la prise, grande ou petite, est libre.'],
      ],
    },
    {
      number: '4',
      title: 'Les chaînes',
      clauses: [
        ['4.1', 'Après une prise, le même pion peut en faire d’autres dans le même tour. Les pions pris quittent aussitôt le plateau. Continuer est libre ; on peut s’arrêter après chaque prise.'],
        ['4.2', 'Dans un tour, le pion n’entre en aucun point où il s’est déjà tenu, départ compris.'],
        ['4.3', 'Deux pas de suite ne vont jamais dans la même direction.'],
      ],
    },
    {
      number: '5',
      title: 'La fin',
      clauses: [
        ['5.1', 'Qui perd son dernier pion perd la partie.'],
        ['5.2', 'Qui doit jouer et n’a aucun coup légal perd.'],
        ['5.3', 'La partie est nulle quand 50 tours de suite, les deux joueurs comptés, passent sans prise.'],
        ['5.4', 'La partie est nulle quand la même position, avec le même camp à jouer, apparaît pour la troisième fois.'],
        ['5.5', 'Les joueurs peuvent convenir d’une nulle, et un joueur peut abandonner.'],
      ],
    },
    {
      number: '8',
      title: 'Options de règles',
      clauses: [
        ['8.1', 'Chaînes : libres, ou chaque chaîne doit continuer tant qu’elle peut.'],
        ['8.2', 'Premier tour de la partie : libre, ou une seule prise.'],
        ['8.3', 'Un joueur sans coup possible : il perd, ou la partie est nulle.'],
        ['8.4', 'Le nombre de tours calmes et de positions égales qui font la nulle. Les options non standard sont nommées à côté du plateau.'],
      ],
    },
  ],
};
