import { Icon } from '@assay/ui';
import type { ComponentPropsWithRef } from 'react';

export interface AvatarButtonProps extends ComponentPropsWithRef<'button'> {
  readonly email: string;
}

/** The first letter of who is signed in, with the mark that something opens. */
export function AvatarButton({ email, ...button }: AvatarButtonProps) {
  return (
    <button className="avatar" type="button" aria-label="Account menu" aria-haspopup="menu" {...button}>
      <span>{email.slice(0, 1).toUpperCase()}</span>
      <Icon name="down" small />
    </button>
  );
}
