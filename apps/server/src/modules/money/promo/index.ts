export { promoPart } from './account-part.store.ts';
export { promoRoutes } from './promo.routes.ts';
export { buildPromoService, type PromoService } from './promo.service.ts';
export { promoStore } from './promo.store.ts';
