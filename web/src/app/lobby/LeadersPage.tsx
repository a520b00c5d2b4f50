/* The leaderboard of a board. */

import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Leaderboard } from '../../net/protocol';
import type { Trouble } from '../../net/rest';
import { rest } from '../../net/rest';
import { VARIANTS } from '../game/setup';
import { variantName } from '../records/words';
import { Fault, LobbyCard, Nowhere, PlayerName } from './parts';
import { useIdentity } from './useNet';
import { leadersAddress, tl } from './words';

export function LeadersPage({ variant }: { variant: string }): VNode {
  const identity = useIdentity();
  if (identity.place !== 'here') return <Nowhere identity={identity} />;
  return (
    <LobbyCard title={tl('leaders.title')} lead={tl('leaders.sub')}>
      <nav class="leaders-boards" aria-label={tl('leaders.board')}>
        {VARIANTS.map((each) => (
          <a key={each} class="tab" href={leadersAddress(each)} aria-current={each === variant ? 'page' : undefined}>{variantName(each)}</a>
        ))}
      </nav>
      <Table key={variant} variant={variant} me={identity.me?.player.id ?? null} />
    </LobbyCard>
  );
}

function Table({ variant, me }: { variant: string; me: string | null }): VNode | null {
  const [board, setBoard] = useState<Leaderboard | null>(null);
  const [why, setWhy] = useState<Trouble | null>(null);
  useEffect(() => {
    let wanted = true;
    void rest.leaders(variant).then((answer) => {
      if (!wanted) return;
      if (answer.ok) setBoard(answer.value);
      else setWhy(answer.why);
    });
    return () => {
      wanted = false;
    };
  }, []);
  if (why) return <div class="lobby-part"><Fault why={why} /></div>;
  if (!board) return null;
  if (board.standings.length === 0) return <p class="records-empty">{tl('leaders.none')}</p>;
  return (
    <table class="leaders">
      <thead>
        <tr>
          <th scope="col">{tl('leaders.rank')}</th>
          <th scope="col">{tl('leaders.player')}</th>
          <th scope="col">{tl('profile.rating')}</th>
          <th scope="col">{tl('profile.games')}</th>
        </tr>
      </thead>
      <tbody>
        {board.standings.map(({ player, rating }, index) => (
          <tr key={player.id} class={player.id === me ? 'leaders-me' : undefined} aria-current={player.id === me || undefined}>
            <td>{index + 1}</td>
            <th scope="row"><PlayerName player={plain(player)} link /></th>
            <td>{rating.rating}</td>
            <td>{rating.games}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The rating has a column of its own. */
function plain({ id, kind, name }: Leaderboard['standings'][number]['player']): Leaderboard['standings'][number]['player'] {
  return { id, kind, ...(name !== undefined && { name }) };
}
