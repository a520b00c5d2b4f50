/* Who one is on this server, and everything about that: becoming an account, devices, notices, bots, going. */

import type { ComponentChildren, VNode } from 'preact';
import type { Identity } from '../../net/identity';
import { Icon } from '../ui/Icon';
import { Bots } from './Bots';
import { Become, ChangePassword, LogOut } from './Credentials';
import { Leave } from './Leave';
import { EnterCode, MoveSeat } from './MoveSeat';
import { Notices } from './Notices';
import { LobbyCard, Nowhere } from './parts';
import { Ratings } from './ProfilePage';
import { useIdentity } from './useNet';
import { playerAddress, playerWords, tl } from './words';

export function AccountPage(): VNode {
  const identity = useIdentity();
  return identity.place === 'here' ? <Here identity={identity} /> : <Nowhere identity={identity} />;
}

function Here({ identity }: { identity: Identity }): VNode {
  const { me } = identity;
  const account = identity.isAccount;
  const [title, lead] = !me ? [tl('account.nobody'), tl('account.nobody.sub')]
    : account ? [tl('account.is', { name: playerWords(me.player) }), undefined]
    : [tl('account.guest'), tl('account.guest.sub')];
  return (
    <LobbyCard
      title={title} lead={lead}
      aside={account && me?.player.name !== undefined && (
        <a class="button-outline" href={playerAddress(me.player.name)}><Icon name="person" /> {tl('account.profile')}</a>
      )}
    >
      {account && me && <Section title={tl('profile.ratings')} id="account-ratings"><Ratings ratings={me.ratings ?? []} /></Section>}
      {!account && identity.has('accounts') && <Become identity={identity} />}
      {me && <Section title={tl('move.title')} id="account-move"><MoveSeat /></Section>}
      {!me && <Section title={tl('move.have')} id="account-code"><EnterCode /></Section>}
      {me && <Section title={tl('notice.title')} id="account-notices"><Notices offered={identity.has('push')} /></Section>}
      {account && <Section title={tl('password.title')} id="account-password"><ChangePassword name={me?.player.name ?? ''} /></Section>}
      {account && <Section title={tl('bots.title')} id="account-bots"><Bots /></Section>}
      {account && <Section title={tl('account.out')} id="account-out"><LogOut identity={identity} /></Section>}
      {me && <Section title={tl('leave.title')} id="account-leave"><Leave identity={identity} /></Section>}
    </LobbyCard>
  );
}

export function Section({ title, id, children }: { title: string; id: string; children: ComponentChildren }): VNode {
  return (
    <section class="lobby-section account-section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div class="account-body">{children}</div>
    </section>
  );
}
