import type { RuleBook } from './rules';

export const book: RuleBook = {
  lead: 'Take all the stones of the other side. A stone takes by stepping up to a line of enemy stones, or by stepping away from one.',
  sections: [
    {
      number: '1',
      title: 'The board',
      clauses: [
        ['1.1', 'Files are named a, b, c … from White’s left, ranks 1, 2, 3 … from White’s side. a1 is White’s near left corner.'],
        ['1.2', 'Every point is joined to its neighbours across and up and down. Every second point, a1 among them, is strong: diagonal lines join strong points only. A step follows a drawn line.'],
        ['1.3', 'Tsivy has 9×5 points and is the main game; dimy has 5×5 and is shorter.'],
      ],
    },
    {
      number: '2',
      title: 'The start',
      clauses: [
        ['2.1', 'White fills the ranks below the middle one, Black those above it. The centre is empty.'],
        ['2.2', 'On the middle rank the stones alternate; each player’s own stone stands at the far right as that player sees it.'],
        ['2.3', 'White moves first. Who plays White is agreed or drawn by lot.'],
      ],
    },
    {
      number: '3',
      title: 'A turn',
      clauses: [
        ['3.1', 'If anything can be taken, the turn must take. Otherwise one stone goes to an adjacent empty point along a line: a paika, a quiet turn.'],
        ['3.2', 'Approach: the stone steps, and the next point in the same direction holds an enemy stone. That stone is taken, and every enemy stone behind it in an unbroken row.'],
        ['3.3', 'Withdrawal: the stone steps away from an enemy stone that stood directly behind its starting point. That stone is taken, and every enemy stone behind it in an unbroken row.'],
        ['3.4', 'Where one step does both, the player chooses exactly one.'],
        ['3.5', 'Which capture to make, and how many stones it takes, is free.'],
      ],
    },
    {
      number: '4',
      title: 'Chains',
      clauses: [
        ['4.1', 'After a capture the same stone may go on capturing in the same turn. Taken stones leave the board at once. Going on is optional; the player may stop after any capture.'],
        ['4.2', 'Within a turn the stone enters no point it has already stood on, its starting point included.'],
        ['4.3', 'Two steps in a row never go in the same direction.'],
      ],
    },
    {
      number: '5',
      title: 'The end',
      clauses: [
        ['5.1', 'A player whose last stone is taken loses.'],
        ['5.2', 'A player who must move and has no legal turn loses.'],
        ['5.3', 'It is a draw when 50 turns in a row, both players counted, pass without a capture.'],
        ['5.4', 'It is a draw when the same position, with the same side to move, stands for the third time.'],
        ['5.5', 'The players may agree on a draw, and a player may resign.'],
      ],
    },
    {
      number: '8',
      title: 'Rule options',
      clauses: [
        ['8.1', 'Chains: optional, or each chain must go on while it can.'],
        ['8.2', 'The first turn of the game: free, or one capture only.'],
        ['8.3', 'A player without a turn: loses, or the game is a draw.'],
        ['8.4', 'The number of quiet turns and of equal positions that make a draw. Options that are not standard are named beside the board.'],
      ],
    },
  ],
};
