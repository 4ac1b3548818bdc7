import { Icon } from '@assay/ui';

/** The first letter of who is signed in, with the mark that something opens. */
export function AvatarFace({ email }: { readonly email: string }) {
  return (
    <>
      <span>{email.slice(0, 1).toUpperCase()}</span>
      <Icon name="down" small />
    </>
  );
}
