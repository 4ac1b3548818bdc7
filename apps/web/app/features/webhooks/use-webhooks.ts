import type { CallAnswer, CallBody } from '@assay/contracts/client';

export type EndpointFacts = CallAnswer<'GET /developers/webhooks'>['endpoints'][number];
export type MadeEndpoint = CallAnswer<'POST /developers/webhooks'>['endpoint'];
export type DeliveryFacts = CallAnswer<'GET /developers/webhooks/:id/deliveries'>['deliveries'][number];
export type EndpointWish = CallBody<'POST /developers/webhooks'>;
