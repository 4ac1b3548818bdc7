import type { CallAnswer, CallBody } from '@assay/contracts/client';

export type PromoCode = CallAnswer<'GET /promocode'>[number];
export type NewPromoCode = CallBody<'POST /promocode'>;
export type PromoCodeChange = CallBody<'PATCH /promocode/:id'>;
