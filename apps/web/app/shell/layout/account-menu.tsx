import { Icon } from '@assay/ui';
import { type KeyboardEvent, lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { SiteLink } from '../navigation/site-link.tsx';
import { useLogOut } from '../session/use-log-out.ts';

/** Loaded when the menu opens: who is in no company sees none of it. */
const WorkspaceChoices = lazy(() => import('./workspace-choices.tsx'));

const LINKS = [
  { to: '/account?tab=history', label: 'Checks history' },
  { to: '/account?tab=tariffs', label: 'Billing and plans' },
  { to: '/account/security', label: 'Security' },
  { to: '/account/privacy', label: 'Sessions and data' },
] as const;

/**
 * The avatar with its menu, by the menu button pattern of the ARIA practices: arrow keys, Home and End move, Escape and
 * Tab close. It also closes on a press outside and when the address changes. Small enough to come with the page: one
 * that is loaded on the first turn to it loses the press that is under way.
 */
export function AccountMenu({ email }: { readonly email: string }) {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const menuId = useId();
  const logOut = useLogOut();
  const { pathname, search } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is what it is about.
  useEffect(() => setOpen(false), [pathname, search]);

  useEffect(() => {
    if (!isOpen) return;
    entriesOf(root.current)[0]?.focus();
    const closeOutside = (event: PointerEvent) => {
      if (event.target instanceof Node && root.current?.contains(event.target) === false) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [isOpen]);

  function steer(event: KeyboardEvent) {
    const entries = entriesOf(root.current);
    const at = entries.findIndex((entry) => entry.matches(':focus'));
    if (event.key === 'Escape') {
      // Said here, so that no alert closes on the same press.
      event.preventDefault();
      setOpen(false);
      button.current?.focus();
    } else if (event.key === 'Tab') {
      setOpen(false);
    } else {
      const next = nextEntry(event.key, at, entries.length);
      if (next === null) return;
      event.preventDefault();
      entries[next]?.focus();
    }
  }

  return (
    <div className="user-menu" ref={root}>
      <button
        className="avatar"
        type="button"
        ref={button}
        aria-label="Account menu"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? menuId : undefined}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        <span>{email.slice(0, 1).toUpperCase()}</span>
        <Icon name="down" small />
      </button>
      {isOpen && (
        <div className="menu" id={menuId} role="menu" aria-label="Account" tabIndex={-1} onKeyDown={steer}>
          <Suspense>
            <WorkspaceChoices onDone={() => setOpen(false)} />
          </Suspense>
          {LINKS.map(({ to, label }) => (
            <SiteLink
              className="menu-item"
              key={to}
              to={to}
              role="menuitem"
              tabIndex={-1}
              prefetch="hover"
              onClick={() => setOpen(false)}
            >
              {label}
            </SiteLink>
          ))}
          <button className="menu-item" type="button" role="menuitem" tabIndex={-1} onClick={() => void logOut()}>
            Log out
          </button>
        </div>
      )}
    </div>
  );
}

function entriesOf(root: HTMLElement | null): readonly HTMLElement[] {
  return [...(root?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];
}

/** The entry a key leads to from the one in focus; null for a key that leads nowhere. */
function nextEntry(key: string, at: number, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count;
    case 'ArrowUp':
      return (at - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
