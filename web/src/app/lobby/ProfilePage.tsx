/* A player: ratings and games. */

import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { rest } from '../../net/rest';
import type { GameSummary, Profile, Rating } from '../../net/protocol';
import type { Trouble } from '../../net/rest';
import { usePage } from '../page';
import { variantName } from '../records/words';
import { Icon } from '../ui/Icon';
import { GameList } from './LobbyPage';
import { Fault, LobbyCard, Nowhere } from './parts';
import { ReportDialog } from './Report';
import { useAct, useIdentity } from './useNet';
import { ADDRESSES, dayText, leadersAddress, ratingText, tl } from './words';

export function ProfilePage({ name }: { name: string }): VNode {
  const identity = useIdentity();
  return identity.place === 'here' ? <Known key={name} name={name} /> : <Nowhere identity={identity} />;
}

function Known({ name }: { name: string }): VNode {
  const identity = useIdentity();
  const page = usePage();
  const [profile, setProfile] = useState<Profile | null>(null);
  const [why, setWhy] = useState<Trouble | null>(null);
  const [reporting, setReporting] = useState(false);
  useEffect(() => {
    let wanted = true;
    void rest.player(name).then((answer) => {
      if (!wanted) return;
      if (answer.ok) setProfile(answer.value);
      else setWhy(answer.why);
    });
    return () => {
      wanted = false;
    };
  }, []);
  if (why) {
    return (
      <LobbyCard title={<bdi>{name}</bdi>}>
        {why.reason === 'unknown' ? <p class="records-empty">{tl('profile.missing')}</p> : <div class="lobby-part"><Fault why={why} /></div>}
      </LobbyCard>
    );
  }
  const own = profile !== null && profile.player.id === identity.me?.player.id;
  const bot = profile?.player.kind === 'bot';
  return (
    <LobbyCard
      title={<><bdi>{profile?.player.name ?? name}</bdi>{bot && <small class="bot-mark">{tl('player.bot')}</small>}</>}
      lead={profile ? tl('profile.since', { day: dayText(profile.made) }) : tl('place.looking')}
      aside={
        profile && !own ? (
          <>
            <a class="button-outline" href={`${ADDRESSES.make}/link`}><Icon name="link" /> {tl('profile.challenge')}</a>
            <button type="button" class="button-outline" onClick={() => setReporting(true)}><Icon name="flag" /> {tl('profile.report')}</button>
          </>
        ) : own ? <a class="button-outline" href={ADDRESSES.account}><Icon name="person" /> {tl('lobby.account')}</a> : undefined
      }
    >
      {profile && (
        <>
          <section class="lobby-section" aria-labelledby="profile-ratings">
            <h2 id="profile-ratings">{tl('profile.ratings')}</h2>
            <Ratings ratings={profile.ratings} />
          </section>
          <section class="lobby-section" aria-labelledby="profile-games">
            <h2 id="profile-games">{tl('profile.games')}</h2>
            <GamesOf name={profile.player.name ?? name} player={profile.player.id} />
          </section>
        </>
      )}
      {reporting && profile && (
        <ReportDialog player={profile.player} onClose={() => setReporting(false)} onSent={() => { setReporting(false); page.tell(tl('report.sent')); }} />
      )}
    </LobbyCard>
  );
}

export function Ratings({ ratings }: { ratings: readonly Rating[] }): VNode {
  if (ratings.length === 0) return <p class="records-empty">{tl('profile.unrated')}</p>;
  return (
    <>
      <ul class="ratings">
        {ratings.map((rating) => (
          <li key={rating.variant}>
            <a class="rating" href={leadersAddress(rating.variant)}>
              <span>{variantName(rating.variant)}</span>
              <strong>{ratingText(rating)}</strong>
              <small>{tl('profile.deviation', { n: rating.deviation * 2 })} · {tl('profile.games.count', { n: rating.games })}</small>
            </a>
          </li>
        ))}
      </ul>
      {ratings.some((rating) => rating.provisional) && <p class="lobby-part lobby-note">{tl('profile.unsure')}</p>}
    </>
  );
}

function GamesOf({ name, player }: { name: string; player: string }): VNode | null {
  const [games, setGames] = useState<readonly GameSummary[] | null>(null);
  const [more, setMore] = useState<string | undefined>(undefined);
  const { busy, why, run } = useAct();
  const fetchGames = (after?: string): Promise<void> =>
    run(() => rest.games({ player: name, ...(after !== undefined && { after }) }), (value) => {
      setGames((before) => [...(before ?? []), ...value.games]);
      setMore(value.more);
    });
  useEffect(() => void fetchGames(), []);
  return (
    <>
      {why && <div class="lobby-part"><Fault why={why} /></div>}
      {games && (games.length === 0 ? <p class="records-empty">{tl('profile.no-games')}</p> : <GameList games={games} player={player} label={tl('profile.games')} />)}
      {more !== undefined && (
        <p class="records-more">
          <button type="button" class="button-outline" disabled={busy} onClick={() => void fetchGames(more)}>{tl('profile.more')}</button>
        </p>
      )}
    </>
  );
}
