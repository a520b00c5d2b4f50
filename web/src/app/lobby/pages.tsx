/* The pages of playing each other, by where one is. */

import type { FunctionComponent } from 'preact';
import type { Route } from '../router';
import { AccountPage } from './AccountPage';
import { FairPlayPage } from './FairPlayPage';
import { LeadersPage } from './LeadersPage';
import { LobbyPage } from './LobbyPage';
import { MakePage } from './MakePage';
import { MovePage } from './MovePage';
import { ProfilePage } from './ProfilePage';
import { loadWords } from './words';

const LobbyPages: FunctionComponent<{ readonly route: Route }> = ({ route }) => {
  switch (route.page) {
    case 'lobby':
      return <LobbyPage />;
    case 'make':
      return <MakePage against={route.against} />;
    case 'player':
      return <ProfilePage name={route.name} />;
    case 'leaders':
      return <LeadersPage variant={route.variant} />;
    case 'account':
      return <AccountPage />;
    case 'move':
      return <MovePage key={route.code} code={route.code} />;
    case 'fair-play':
      return <FairPlayPage />;
    default:
      return null;
  }
};

export async function loadLobbyPages(): Promise<typeof LobbyPages> {
  await loadWords();
  return LobbyPages;
}
