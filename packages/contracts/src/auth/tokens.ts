import { z } from 'zod';

/** What an API client keeps. Browsers never see these: their session is an HttpOnly cookie. */
export const Tokens = z
  .object({
    /** Sent as `Authorization: Bearer …`; works for 15 minutes. */
    accessToken: z.string(),
    /** Good for one refresh, within 7 days. */
    refreshToken: z.string(),
    /** Names the session; sent as `Token-ID` with the refresh token. */
    tokenId: z.string(),
  })
  .meta({ id: 'Tokens' });

/** Where a refresh token travels: `Token-ID` and a bearer header, or for a browser nothing but its cookie. */
export const RefreshHeaders = z.object({
  'token-id': z.string().max(64).optional(),
  authorization: z.string().max(1_024).optional(),
});
