import { useSiteNavigate } from '../site-link.tsx';
import { useSession } from './session.tsx';
import { tellLogOut } from './tell-log-out.ts';

/** Signs out and goes home. The session ends here whatever the server answers (row AUTH-26). */
export function useLogOut(): () => Promise<void> {
  const { setUser } = useSession();
  const navigate = useSiteNavigate();

  return async () => {
    await tellLogOut();
    setUser(null);
    await navigate('/');
  };
}
