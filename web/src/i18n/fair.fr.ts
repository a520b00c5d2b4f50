import type { FairPlay } from './fair';

export const fair: FairPlay = {
  lead: 'Une partie vaut quelque chose quand chacun la joue lui-même, et quand chacun est traité avec égards. C’est tout ; le reste en découle.',
  sections: [
    ['Jouez vous-même',
      'Tant qu’une partie dure, personne n’aide : ni moteur, ni tables, ni livre, ni quelqu’un d’autre. Cela vaut aussi pour votre propre page : analysez quand la partie est finie.',
      'Dans les parties en jours par tour, vous pouvez déplacer des pions sur un plateau à vous pour réfléchir. Un moteur reste interdit.',
      'Qui fait jouer un programme prend un robot : tout le monde en voit la marque. Les ordinateurs du serveur la portent aussi.'],
    ['Jouez jusqu’au bout',
      'Jouez, abandonnez ou proposez la nulle. Ne laissez pas courir la pendule dans une position perdue, et ne partez pas sans rien dire : après une minute, l’adversaire peut réclamer la partie.',
      'Avant le deuxième tour, une partie peut se terminer sans résultat. Ensuite, elle compte.',
      'Jouez pour gagner. Perdre exprès, ou arranger des résultats pour faire monter ou descendre un classement, c’est tricher.'],
    ['Une personne, un compte',
      'Ayez un seul compte. Ne jouez pas contre vous-même et ne prêtez pas votre compte.',
      'Choisissez un nom qui ne blesse personne. Il reste avec vos parties finies.'],
    ['Soyez aimable',
      'Ici on ne discute pas ; il n’y a que quelques phrases de courtoisie. Les réglages permettent de les couper.',
      'Reprendre un tour est une faveur : on peut la demander, et la refuser sans raison.'],
    ['Quand quelqu’un n’est pas loyal',
      'Signalez le joueur, depuis sa page ou depuis la partie. Une personne qui tient ce serveur le lit. Un signalement n’est pas une preuve, et beaucoup de signalements non plus.',
      'L’administration du serveur peut bloquer un nom ou fermer une partie ; une partie fermée ne compte pas.'],
    ['Ce qui est gardé',
      'Le serveur garde vos parties et, avec un compte, votre nom, un mot de passe que personne ne peut lire, et vos classements. Les parties finies sont ouvertes à tous.',
      'La page de votre compte permet de tout enregistrer dans un fichier ou de tout supprimer. Les joueurs supprimés restent dans les parties finies, sans nom.'],
  ],
};
