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
        ['1.3', 'Tsivy a 9×5 points : c’est le grand jeu ; dimy en a 5×5 et dure moins longtemps ; telo en a 3×3 et ses propres règles (section 6).'],
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
      number: '6',
      title: 'Telo',
      clauses: [
        ['6.1', 'Un plateau de 3×3 points avec toutes ses lignes. Chacun a trois pions, et rien n’est pris.'],
        ['6.2', 'Chacun à son tour pose un pion sur un point libre, jusqu’à ce que les six soient posés. Ensuite chaque tour déplace un pion à soi le long d’une ligne vers un point voisin libre.'],
        ['6.3', 'Le premier qui a trois pions en ligne sur une ligne tracée gagne : trois rangées, trois colonnes, deux diagonales. Une ligne compte aussi pendant la pose.'],
        ['6.4', 'Qui n’a aucun coup perd, et les nulles de la section 5 valent ; chaque tour compte comme calme.'],
        ['6.5', 'Bien joué, le premier joueur gagne en commençant au centre. Un coin mène à la nulle, un bord perd.'],
      ],
    },
    {
      number: '7',
      title: 'Vela',
      clauses: [
        ['7.1', 'Une partie à handicap sur tsivy ou dimy. Le gagnant de la dernière partie est le donneur, le perdant le preneur.'],
        ['7.2', 'Première phase, tant que le donneur a plus de cinq pions : le donneur avance sans rien prendre, même là où un pas prendrait. Le preneur prend exactement un pion par tour, le plus proche sur la ligne, sans chaîne, et doit prendre quand c’est possible.'],
        ['7.3', 'Dès que le donneur a cinq pions, les deux jouent selon les règles habituelles.'],
        ['7.4', 'Le preneur commence, sauf si les options de règles disent autre chose.'],
        ['7.5', 'Les fins de la section 5 valent dans les deux phases.'],
        ['7.6', 'Après une partie gagnée, on propose le vela et le gagnant donne. Après une nulle, les rôles restent. Les couleurs restent les mêmes.'],
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
        ['8.5', 'Vela : qui donne, et qui commence, le preneur ou le donneur.'],
      ],
    },
  ],
};
