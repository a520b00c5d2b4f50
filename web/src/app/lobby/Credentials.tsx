/* Name and password: becoming an account, logging in and out, another password. */

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Identity } from '../../net/identity';
import { rest } from '../../net/rest';
import { usePage } from '../page';
import { Choices } from '../ui/Choices';
import { Switch } from '../ui/Switch';
import { Fault } from './parts';
import { useAct } from './useNet';
import { playerWords, tl } from './words';

export const NAME_PATTERN = '[0-9A-Za-z_\\-]{2,20}';
const PASSWORD_MIN = 8;
const PASSWORD_MAX = 128;

type Way = 'create' | 'login';

export function Become({ identity }: { identity: Identity }): VNode {
  const page = usePage();
  const [way, setWay] = useState<Way>('create');
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const { busy, why, run } = useAct();
  const go = (): Promise<void> =>
    run(
      () => (way === 'create' ? rest.makeAccount({ name, password }) : rest.login({ name, password })),
      async (me) => {
        await identity.became(me);
        page.tell(tl('account.welcome', { name: playerWords(me.player) }));
        document.getElementById('main')?.focus();
      },
      way === 'create' ? 'player' : undefined,
    );
  return (
    <section class="lobby-section account-section" aria-label={tl('account.become')}>
      <form class="account-body account-form" onSubmit={(event) => { event.preventDefault(); void go(); }}>
        <Choices
          legend={tl('account.title')} name="account-way" kind="pills" value={way} onChange={(next: Way) => setWay(next)}
          items={[{ value: 'create', label: tl('account.become') }, { value: 'login', label: tl('account.login') }]}
        />
        <p class="lobby-sub">{tl(way === 'create' ? 'account.become.sub' : 'account.login.sub')}</p>
        <NameField label={tl('account.name')} hint={way === 'create' ? tl('account.name.hint') : ''} value={name} onInput={setName} />
        <PasswordField label={tl('account.password')} autocomplete={way === 'create' ? 'new-password' : 'current-password'} value={password} onInput={setPassword} />
        <Fault why={why} />
        <button type="submit" class="button-main" disabled={busy}>{tl(way === 'create' ? 'account.create' : 'account.login')}</button>
      </form>
    </section>
  );
}

let fields = 0;

interface NameProps {
  readonly label: string;
  /** '' where a name is only asked for again. */
  readonly hint: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly autocomplete?: string;
}

export function NameField({ label, hint, value, onInput, autocomplete = 'username' }: NameProps): VNode {
  const [id] = useState(() => `name-${++fields}`);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id} aria-describedby={hint === '' ? undefined : `${id}-hint`} type="text" required minLength={2} maxLength={20} pattern={NAME_PATTERN} title={tl('account.name.hint')} value={value}
        autocomplete={autocomplete as 'username'} autocapitalize="off" spellcheck={false} onInput={(event) => onInput(event.currentTarget.value)}
      />
      {hint !== '' && <small id={`${id}-hint`}>{hint}</small>}
    </div>
  );
}

interface PasswordProps {
  readonly label: string;
  readonly autocomplete: 'new-password' | 'current-password';
  readonly value: string;
  readonly onInput: (value: string) => void;
}

export function PasswordField({ label, autocomplete, value, onInput }: PasswordProps): VNode {
  const [shown, setShown] = useState(false);
  const [id] = useState(() => `password-${++fields}`);
  return (
    <div class="password-field">
      <div class="field">
        <label for={id}>{label}</label>
        <input
          id={id} aria-describedby={autocomplete === 'new-password' ? `${id}-hint` : undefined} type={(shown ? 'text' : 'password') as 'text'} required minLength={autocomplete === 'new-password' ? PASSWORD_MIN : 1} maxLength={PASSWORD_MAX} value={value}
          autocomplete={autocomplete} autocapitalize="off" spellcheck={false} title={tl('account.password.hint')}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
        {autocomplete === 'new-password' && <small id={`${id}-hint`}>{tl('account.password.hint')}</small>}
      </div>
      <Switch label={tl('account.show')} on={shown} onChange={setShown} />
    </div>
  );
}

export function ChangePassword({ name }: { name: string }): VNode {
  const page = usePage();
  const [old, setOld] = useState('');
  const [next, setNext] = useState('');
  const { busy, why, run } = useAct();
  const go = (): Promise<void> =>
    run(() => rest.changePassword({ old, new: next }), () => {
      setOld('');
      setNext('');
      page.tell(tl('password.done'));
    });
  return (
    <form class="account-form" onSubmit={(event) => { event.preventDefault(); void go(); }}>
      <p class="lobby-sub">{tl('password.sub')}</p>
      {/* For the browser's keeper of passwords. */}
      <input class="hidden" type="text" value={name} autocomplete="username" readOnly tabIndex={-1} aria-hidden="true" />
      <PasswordField label={tl('password.old')} autocomplete="current-password" value={old} onInput={setOld} />
      <PasswordField label={tl('password.new')} autocomplete="new-password" value={next} onInput={setNext} />
      <Fault why={why} />
      <button type="submit" class="button-outline" disabled={busy}>{tl('password.change')}</button>
    </form>
  );
}

export function LogOut({ identity }: { identity: Identity }): VNode {
  const { busy, why, run } = useAct();
  return (
    <>
      <p class="lobby-sub">{tl('account.out.sub')}</p>
      <Fault why={why} />
      <p>
        <button type="button" class="button-outline" disabled={busy} onClick={() => void run(() => rest.endSession(), () => identity.forget())}>
          {tl('account.out')}
        </button>
      </p>
    </>
  );
}
