import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { AvatarButton } from './avatar-button.tsx';

/** A first page carries no menu: it comes when somebody turns to the avatar. */
const UserMenu = lazy(() => import('./user-menu.tsx'));

/**
 * The avatar. A button stands there from the start, and what is pressed before the menu has arrived opens it when it
 * has. The menu closes when the address changes, its query too.
 */
export function AccountMenu({ email }: { readonly email: string }) {
  const [isOpen, setOpen] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const hasFocus = useRef(false);
  const { pathname, search } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is what it is about.
  useEffect(() => setOpen(false), [pathname, search]);

  const button = (
    <AvatarButton
      email={email}
      aria-expanded={isOpen}
      onPointerEnter={() => setWanted(true)}
      onClick={() => {
        setWanted(true);
        setOpen(true);
      }}
      onFocus={() => {
        hasFocus.current = true;
        setWanted(true);
      }}
      onBlur={() => {
        hasFocus.current = false;
      }}
    />
  );
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <UserMenu email={email} isOpen={isOpen} onOpenChange={setOpen} takesFocus={hasFocus.current} />
    </Suspense>
  );
}
