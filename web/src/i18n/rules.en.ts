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
        ['1.3', 'Tsivy has 9×5 points and is the main game; dimy has 5×5 and is shorter; telo has 3×3 and its own rules (section 6).'],
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
      number: '6',
      title: 'Telo',
      clauses: [
        ['6.1', 'A board of 3×3 points with all its lines. Each player has three stones, and nothing is taken.'],
        ['6.2', 'The players place one stone each in turn on any free point until all six stand. Then each turn moves one own stone along a line to an adjacent free point.'],
        ['6.3', 'The first to have three stones in a row along a drawn line wins: three ranks, three files, two diagonals. A row counts while stones are still being placed too.'],
        ['6.4', 'A player without a turn loses, and the draws of section 5 hold; every turn counts as quiet.'],
        ['6.5', 'With perfect play the first player wins by beginning at the centre. A corner leads to a draw, an edge loses.'],
      ],
    },
    {
      number: '7',
      title: 'Vela',
      clauses: [
        ['7.1', 'A game with a handicap on tsivy or dimy. The winner of the last game is the giver, the loser the taker.'],
        ['7.2', 'First phase, while the giver has more than five stones: the giver only steps and takes nothing, even where a step would take. The taker takes exactly one stone a turn, the nearest on the line, without chains, and must take when that is possible.'],
        ['7.3', 'As soon as the giver has five stones, both play by the usual rules.'],
        ['7.4', 'The taker begins, unless the rule options say otherwise.'],
        ['7.5', 'The ends of section 5 hold in both phases.'],
        ['7.6', 'After a decisive game vela is offered and its winner gives. After a draw the roles stay. The colours stay as they were.'],
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
        ['8.5', 'Vela: who gives, and whether the taker or the giver begins.'],
      ],
    },
  ],
};
