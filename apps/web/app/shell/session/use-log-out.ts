import { ApiError } from '@assay/contracts/client';
import { useSiteNavigate } from '../site-link.tsx';
import { browserClient } from './browser-client.ts';
import { useSession } from './session.tsx';

/** Signs out and goes home. The session ends here whatever the server answers (row AUTH-26). */
export function useLogOut(): () => Promise<void> {
  const { setUser } = useSession();
  const navigate = useSiteNavigate();

  return async () => {
    await tellServer();
    setUser(null);
    await navigate('/');
  };
}

async function tellServer(): Promise<void> {
  try {
    await browserClient().logout();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}
