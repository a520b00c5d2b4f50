/* One game in a list: how it stood at its end, who played it, how it ended. */

import type { ComponentChildren, VNode } from 'preact';
import { t } from '../../i18n';
import { shapeOf } from '../game/setup';
import { ruleNames } from '../game/words';
import { MiniBoard } from '../ui/MiniBoard';
import type { KeptGame } from './entry';
import { known } from './entry';
import { dayWords, playersOf, reasonWords, resultSign, resultWords, variantName } from './words';

type Shown = Pick<KeptGame, 'tags' | 'you' | 'setup' | 'turns' | 'outcome' | 'added' | 'source'> & { readonly position: string | null };

interface Props {
  readonly game: Shown;
  readonly chosen: boolean;
  readonly onChoose: (on: boolean) => void;
  readonly onOpen: () => void;
  readonly tools?: ComponentChildren;
}

export function GameRow({ game, chosen, onChoose, onOpen, tools }: Props): VNode {
  const { files, ranks } = shapeOf(game.setup.variant);
  const names = playersOf(game).join(' – ');
  const event = known(game.tags, 'Event');
  const rules = ruleNames(game.setup.rules);
  const facts = [variantName(game.setup.variant), t('home.continue.turns', { n: game.turns }), ...(event ? [event] : [])];
  const end = [resultWords(game.outcome), reasonWords(game.outcome)].filter((words) => words !== '').join(' · ');
  const day = dayWords(game);
  return (
    <li class={`game${chosen ? ' game-chosen' : ''}`}>
      <label class="game-check">
        <input type="checkbox" checked={chosen} aria-label={t('games.choose-one', { names })} onChange={(event) => onChoose(event.currentTarget.checked)} />
        <span class="check-box" />
      </label>
      <button type="button" class="game-open" onClick={onOpen}>
        <span class="game-board">
          {game.position !== null && <MiniBoard files={files} position={game.position.split(' ')[0] ?? ''} width={boardWidth(files, ranks)} />}
        </span>
        <span class="game-words">
          <strong>
            {playersOf(game).map((name, at) => [at > 0 && ' – ', <bdi key={at}>{name}</bdi>])}
          </strong>
          <span class="game-end">
            <b class="game-sign">{resultSign(game.outcome)}</b> {end}
          </span>
          <small>{facts.join(' · ')}</small>
          {rules.length > 0 && <small class="game-rules">{rules.join(' · ')}</small>}
        </span>
        <span class="game-day">{day}</span>
      </button>
      {tools && <span class="game-tools">{tools}</span>}
    </li>
  );
}

/** Boards of every shape in one column. */
function boardWidth(files: number, ranks: number): number {
  const wide = (files - 1) * 16 + 20;
  const high = (ranks - 1) * 16 + 20;
  return Math.round(Math.min(96, (58 * wide) / high));
}
