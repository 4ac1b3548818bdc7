import { Icon } from '@assay/ui';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useLogOut } from './session/use-log-out.ts';
import { SiteLink } from './site-link.tsx';

const LINKS = [
  { to: '/account?tab=history', label: 'Checks history' },
  { to: '/account?tab=tariffs', label: 'Billing and plans' },
] as const;

/** Where the focus goes in the open menu; counts from 0, -1 is the last entry. */
type Place = number;

/**
 * The avatar with its menu, as the menu button pattern of the ARIA practices has it: arrow keys, Home and End move,
 * Escape and Tab close. It also closes on a press outside and when the address changes.
 */
export function UserMenu({ email }: { readonly email: string }) {
  const [place, setPlace] = useState<Place | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const menuId = useId();
  const logOut = useLogOut();
  const { pathname, search } = useLocation();
  const isOpen = place !== null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is what it is about.
  useEffect(() => setPlace(null), [pathname, search]);

  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = (event: PointerEvent) => {
      if (event.target instanceof Node && root.current?.contains(event.target) === false) setPlace(null);
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [isOpen]);

  useEffect(() => {
    if (place !== null) entriesOf(root.current).at(place)?.focus();
  }, [place]);

  function close() {
    setPlace(null);
    button.current?.focus();
  }

  function steer(event: KeyboardEvent) {
    const entries = entriesOf(root.current);
    const at = entries.findIndex((entry) => entry.matches(':focus'));
    const next = nextPlace(event.key, at, entries.length);
    if (event.key === 'Escape' && isOpen) {
      // Said here, so that no alert closes on the same press.
      event.preventDefault();
      close();
    } else if (event.key === 'Tab') {
      setPlace(null);
    } else if (next !== null) {
      event.preventDefault();
      setPlace(next);
      entries.at(next)?.focus();
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
        onClick={() => setPlace(isOpen ? null : 0)}
        onKeyDown={steer}
      >
        <span>{email.slice(0, 1).toUpperCase()}</span>
        <Icon name="down" small />
      </button>
      {isOpen && (
        <div className="menu" id={menuId} role="menu" aria-label="Account menu" tabIndex={-1} onKeyDown={steer}>
          <p className="menu-who" role="presentation">
            {email}
          </p>
          {LINKS.map(({ to, label }) => (
            <SiteLink
              key={to}
              to={to}
              className="menu-item"
              role="menuitem"
              tabIndex={-1}
              prefetch="hover"
              onClick={() => setPlace(null)}
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
  return [...(root?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
}

/** The entry a key leads to from the one in focus, -1 while the focus is on the button; null for any other key. */
function nextPlace(key: string, at: number, count: number): Place | null {
  switch (key) {
    case 'ArrowDown':
      return count === 0 ? 0 : (at + 1) % count;
    case 'ArrowUp':
      return count === 0 || at < 0 ? -1 : (at - 1 + count) % count;
    case 'Home':
      return count === 0 ? null : 0;
    case 'End':
      return count === 0 ? null : count - 1;
    default:
      return null;
  }
}
