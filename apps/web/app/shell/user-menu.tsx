import { Menu, MenuItem } from '@assay/ui';
import { useEffect, useRef } from 'react';
import { AvatarButton } from './avatar-button.tsx';
import { useLogOut } from './session/use-log-out.ts';
import { SiteLink } from './site-link.tsx';

export interface UserMenuProps {
  readonly email: string;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  /** The button that stood here until now had the focus. */
  readonly takesFocus: boolean;
}

/** The avatar with its menu; loaded after the page stands. */
export default function UserMenu({ email, isOpen, onOpenChange, takesFocus }: UserMenuProps) {
  const logOut = useLogOut();
  const button = useRef<HTMLButtonElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the menu takes the place of the button.
  useEffect(() => {
    if (takesFocus && !isOpen) button.current?.focus();
  }, []);

  return (
    <Menu
      label="Account"
      open={isOpen}
      onOpenChange={onOpenChange}
      trigger={<AvatarButton email={email} ref={button} />}
    >
      <MenuItem asChild>
        <SiteLink to="/account?tab=history" prefetch="hover">
          Checks history
        </SiteLink>
      </MenuItem>
      <MenuItem asChild>
        <SiteLink to="/account?tab=tariffs" prefetch="hover">
          Billing and plans
        </SiteLink>
      </MenuItem>
      <MenuItem onSelect={() => void logOut()}>Log out</MenuItem>
    </Menu>
  );
}
