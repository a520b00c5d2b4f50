import type { FairPlay } from './fair';

export const fair: FairPlay = {
  lead: 'A game is worth something when both sides play it themselves, and when both are treated kindly. That is all; the rest follows from it.',
  sections: [
    ['Play yourself',
      'While a game runs, nobody helps: no engine, no tables, no book, no other person. That holds for your own page, too: analyse when the game is over.',
      'In games with days a turn you may move stones on a board of your own to think. An engine stays forbidden.',
      'Whoever lets a program play uses a bot: it is marked as one for everybody. The server’s computer opponents are marked, too.'],
    ['Play to the end',
      'Play on, resign or offer a draw. Do not let the clock run out in a lost position, and do not just go away: after a minute the other side may claim the game.',
      'Before the second turn a game can be ended without a result. Afterwards it counts.',
      'Play to win. Losing on purpose, or arranging results to lift or lower a rating, is cheating.'],
    ['One person, one account',
      'Have one account. Do not play against yourself, and do not lend your account.',
      'Choose a name that offends nobody. It stays with your finished games.'],
    ['Be kind',
      'There is no chat here, only a few courteous phrases. You can switch them off in the settings.',
      'A takeback is a favour that may be asked for, and may be declined without a reason.'],
    ['When somebody is not fair',
      'Report the player, from their page or from the game. A person who runs this server reads it. A report is no proof, and many reports are none either.',
      'The administration of the server can block a name or close a game; a closed game does not count.'],
    ['What is kept',
      'The server keeps your games and, with an account, your name, a password that cannot be read, and your ratings. Finished games are open to everybody.',
      'You can save all of it as a file or delete it on the page of your account. Deleted players stay in finished games without a name.'],
  ],
};
