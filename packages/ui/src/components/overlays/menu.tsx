import { cloneElement, lazy, Suspense, useContext, useId, useRef, useState } from 'react';
import { FieldError } from '../controls/alert.tsx';
import { MenuItemContext, type MenuItemProps, type MenuProps } from './menu-parts.ts';

const load = () => import('./radix-menu.tsx');
const RadixMenu = lazy(() => load().then((module) => ({ default: module.RadixMenu })));

/**
 * A list of actions below a button. Arrow keys, Home, End and first letters move in it; Escape and a press outside close
 * it. What draws it is fetched when somebody turns to the button; the button itself is there before, and is exchanged only
 * once it was pressed, so that no press is lost. Where it cannot be fetched, the button says so.
 */
export function Menu({ trigger, open, onOpenChange, loadEntries, ...rest }: MenuProps) {
  const [ownOpen, setOwnOpen] = useState(false);
  const isOpen = open ?? ownOpen;
  const [wasOpened, setWasOpened] = useState(isOpen);
  const [isFirstByKey, setFirstByKey] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const hasAll = useRef(false);
  const noteId = useId();
  if (isOpen && !wasOpened) setWasOpened(true);

  function change(opens: boolean) {
    setOwnOpen(opens);
    onOpenChange?.(opens);
  }

  // Browsers remember that a module could not be fetched until the page is left. On a machine without a network the site
  // may be its own: the site says whether it can be reached.
  const loadAll = async () => {
    if (!hasAll.current && !navigator.onLine) await fetch('/', { method: 'HEAD' });
    await Promise.all([load(), loadEntries?.()]);
    hasAll.current = true;
  };
  /** Failing here means nothing yet: the press that follows asks again, and says so. */
  const preload = () => void loadAll().catch(() => undefined);

  const button = cloneElement(trigger, {
    onClick: ({ detail }) => {
      // A press of a key makes a click without a count.
      setFirstByKey(detail === 0);
      setFailed(false);
      loadAll().then(
        () => change(true),
        () => setFailed(true),
      );
    },
    onFocus: preload,
    onPointerEnter: preload,
    'aria-haspopup': 'menu',
    'aria-expanded': false,
  });
  if (hasFailed) {
    return (
      <>
        {button}
        <FieldError id={noteId}>{NO_CONNECTION}</FieldError>
      </>
    );
  }
  if (!wasOpened) return button;
  return (
    <Suspense fallback={button}>
      <RadixMenu trigger={trigger} open={isOpen} isFirstByKey={isFirstByKey} onOpenChange={change} {...rest} />
    </Suspense>
  );
}

/** Said at a control that could not do its work without a connection. */
export const NO_CONNECTION = 'You are offline. Check your connection, then try again.';

/** One action, or with `asChild` one link: `<MenuItem asChild><Link to="/account">…</Link></MenuItem>`. */
export function MenuItem(props: MenuItemProps) {
  const Item = useContext(MenuItemContext);
  return Item === null ? null : <Item {...props} />;
}
