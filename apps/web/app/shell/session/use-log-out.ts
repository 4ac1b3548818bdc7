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
    tellOtherTabs(true);
    setUser(null);
    await navigate('/');
  };
}
