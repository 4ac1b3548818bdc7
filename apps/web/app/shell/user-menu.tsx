import { Menu, MenuItem } from '@assay/ui';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { AvatarFace } from './avatar-face.tsx';
import { useLogOut } from './session/use-log-out.ts';
import { SiteLink } from './site-link.tsx';

/** The avatar with its menu. Closes on a press outside, and when the query of the address changes. */
export default function UserMenu({ email }: { readonly email: string }) {
  const [isOpen, setOpen] = useState(false);
  const logOut = useLogOut();
  const { pathname, search } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is what it is about.
  useEffect(() => setOpen(false), [pathname, search]);

  return (
    <Menu
      label="Account"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <button className="avatar" type="button" aria-label="Account menu">
          <AvatarFace email={email} />
        </button>
      }
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
