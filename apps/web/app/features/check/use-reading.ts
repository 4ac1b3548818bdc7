import { type Dispatch, useEffect } from 'react';
import { loadReading } from './load-reading.ts';
import { MESSAGES, type SearchAction, type SearchState } from './search-state.ts';

/** No part of the first page: most people paste an address. */
export const loadNotice = () => import('./pasted-notice.tsx');

/** Reads each text as soon as it is typed or pasted, and says what it is. */
export function useReading({ unread }: Pick<SearchState, 'unread'>, dispatch: Dispatch<SearchAction>): void {
  useEffect(() => {
    if (unread === null) return;
    let isLeft = false;
    const read = async () => {
      const action = await actionForText(unread);
      if (!isLeft) dispatch(action);
    };
    void read();
    return () => {
      isLeft = true;
    };
  }, [unread, dispatch]);
}

/** The action for a text that was read. Where the rules cannot be fetched the text stays unread, and nothing is sent. */
export async function actionForText(text: string): Promise<SearchAction> {
  try {
    return { type: 'text read', text, ...(await (await loadReading()).readTyped(text)) };
  } catch {
    return { type: 'check refused', error: MESSAGES.notLoaded };
  }
}
