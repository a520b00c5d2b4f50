/* L’adversaire imbattable. */

import type { PerfectWords } from './perfect';

export const words: PerfectWords = {
  title: 'Jeu parfait',
  'lead.both': 'Depuis le départ de {board}, il ne peut pas perdre, quelle que soit sa couleur. Prouvé : {count} réponses.',
  'lead.white': 'Avec les Blancs, il ne peut pas perdre depuis le départ de {board}. Prouvé : {count} réponses.',
  'lead.black': 'Avec les Noirs, il ne peut pas perdre depuis le départ de {board}. Prouvé : {count} réponses.',
  'none.board': 'Sur {board}, il faut un serveur qui a la preuve. Sur 5×5, aucun serveur n’est nécessaire.',
  'none.rules': 'Rien n’est prouvé pour ces règles.',
  'none.away': 'Sur {board}, il interroge le serveur, injoignable pour l’instant. Sur 5×5, aucun serveur n’est nécessaire.',
  reading: 'Le serveur parcourt encore la preuve.',
  looking: 'Recherche de la preuve',
  'page.kept': 'Gardé pour jouer sans réseau.',
  'page.failed': 'La preuve n’est pas arrivée. Réessayez quand il y a du réseau.',
  'badge.asking': 'vérification',
  'badge.holds': 'ne peut pas perdre',
  'badge.gone': 'pas de promesse',
  'badge.away': 'pas de promesse en ce moment',
  'badge.off': 'arrêté',
  promise: 'La promesse de l’ordinateur',
  'holds.white': 'Elle tient : avec les Blancs, l’ordinateur ne peut pas perdre à partir d’ici.',
  'holds.black': 'Elle tient : avec les Noirs, l’ordinateur ne peut pas perdre à partir d’ici.',
  'wins.white':
    'Elle tient : avec les Blancs, l’ordinateur a une position gagnante. Seules les règles de nulle peuvent devancer le gain.',
  'wins.black':
    'Elle tient : avec les Noirs, l’ordinateur a une position gagnante. Seules les règles de nulle peuvent devancer le gain.',
  asking: 'Elle est en cours de vérification.',
  'gone.rules': 'Elle ne tient pas : rien n’est prouvé pour ces règles.',
  'gone.board': 'Elle ne tient pas : personne ici n’a de preuve pour ce plateau.',
  'gone.start': 'Elle ne tient pas : cette partie a commencé ailleurs, et rien n’est prouvé de la position sur le plateau.',
  'gone.colour.white': 'Elle ne tient pas : rien n’est prouvé pour les Blancs.',
  'gone.colour.black': 'Elle ne tient pas : rien n’est prouvé pour les Noirs.',
  'gone.path': 'Elle ne tient pas : la partie a quitté les positions qui sont prouvées.',
  'away.away':
    'Elle ne repose sur rien en ce moment : le serveur n’a pas répondu à temps. Il sera interrogé de nouveau au prochain tour.',
  'away.busy':
    'Elle ne repose sur rien en ce moment : le serveur n’a pas le temps, ou parcourt encore la preuve. Il sera interrogé de nouveau au prochain tour.',
  'away.page': 'Elle ne repose sur rien en ce moment : la preuve n’est pas arrivée. Elle sera redemandée au prochain tour.',
  'plays-on': 'L’ordinateur continue en pleine force.',
  off: 'Arrêté : l’ordinateur joue en pleine force et ne promet rien.',
  what: 'Ce qui est promis',
  draw: 'On peut le forcer à la nulle, jamais le battre.',
  'from.page': 'La preuve vient avec la page, qui la parcourt tout entière dans ce navigateur avant de jouer d’après elle.',
  'from.server': 'Le serveur a la preuve, et l’a parcourue tout entière avec ses tables de finales.',
  check: 'Comment vérifier',
  'check.sub': 'Faites-la juger par le programme, avec un autre code, lent et simple, et les tables jusqu’à {n} pions :',
  download: 'Télécharger {name}, {size}',
  'size.bytes': '{n} octets',
  'size.kb': '{n} Ko',
  'size.mb': '{n} Mo',
  here: 'Maintenant',
};
