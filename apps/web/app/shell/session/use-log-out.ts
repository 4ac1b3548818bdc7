import { useSiteNavigate } from '../navigation/site-link.tsx';
import { notifyLogOut } from './notify-log-out.ts';
import { useSession } from './session.tsx';
import { tellOtherTabs } from './session-end.ts';

/** Signs out and goes home. The session ends here whatever the server answers (row AUTH-26). */
export function useLogOut(): () => Promise<void> {
  const { setUser } = useSession();
  const navigate = useSiteNavigate();

  return async () => {
    await notifyLogOut();
    await forgetWorkspace();
    tellOtherTabs(true);
    setUser(null);
    await navigate('/');
  };
}

/** Most sessions selected no company, and load nothing for it. */
async function forgetWorkspace(): Promise<void> {
  if (!document.cookie.includes('assay_workspace=')) return;
  try {
    const { rememberWorkspace } = await import('./return-place.ts');
    rememberWorkspace(null);
  } catch {
    // Without a connection the choice stays: a later login of somebody else cannot select that company.
  }
}
