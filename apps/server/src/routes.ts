import { searchRoutes } from './modules/search/routes.ts'
import { reportRoutes } from './modules/reports/routes.ts'
import { reactionRoutes } from './modules/reactions/routes.ts'
import { performerRoutes } from './modules/performers/routes.ts'
import { fanListRoutes } from './modules/fan-lists/routes.ts'
import { fanNoteRoutes } from './modules/fan-notes/routes.ts'
import { followRoutes } from './modules/follows/routes.ts'
import { feedRoutes } from './modules/posts/routes.ts'
import { galleryRoutes } from './modules/galleries/routes.ts'
import { closingRoutes } from './modules/closing/routes.ts'
import { exportRoutes } from './modules/exports/routes.ts'
import { commentRoutes } from './modules/comments/routes.ts'
import { blockRoutes } from './modules/blocks/routes.ts'
import { payoutRoutes } from './modules/payouts/routes.ts'
import { bankingRoutes } from './modules/payout-details/routes.ts'
import { stripeAccountRoutes } from './modules/payout-details/stripe-account-routes.ts'
import { addressRoutes } from './modules/addresses/routes.ts'
import { ageRoutes } from './modules/age/routes.ts'
import { accountRoutes } from './modules/accounts/routes.ts'
import { secondFactorRoutes } from './modules/accounts/mfa/second-factor-routes.ts'
import { providerRoutes } from './modules/accounts/oauth/routes.ts'
import { mailRoutes } from './modules/mail/routes.ts'
import { ledgerRoutes } from './modules/ledger/routes.ts'
import { mediaRoutes } from './modules/media/routes.ts'
import { locationRoutes } from './modules/geo/routes.ts'
import { postRoutes } from './modules/pages/routes.ts'
import { auditRoutes } from './modules/audit/routes.ts'
import { staffRoutes } from './modules/moderation/routes.ts'
import { captchaRoutes } from './modules/captcha/routes.ts'
import { promoRoutes } from './modules/promos/routes.ts'
import { siteRoutes } from './modules/site/routes.ts'
import { verificationRoutes } from './modules/verifications/routes.ts'
import { earningRoutes } from './modules/earnings/routes.ts'
import { broadcastRoutes } from './modules/conversations/broadcasts/routes.ts'
import { conversationRoutes } from './modules/conversations/routes.ts'
import { publicChatRoutes } from './modules/conversations/public-chat/routes.ts'
import { notificationRoutes } from './modules/notifications/routes.ts'
import { orderRoutes } from './modules/orders/routes.ts'
import { productRoutes } from './modules/products/routes.ts'
import { participantRoutes } from './modules/participants/routes.ts'
import { paymentRoutes } from './modules/payments/routes.ts'
import { subscriptionRoutes } from './modules/subscriptions/routes.ts'
import { translationRoutes } from './modules/i18n/routes.ts'
import { chargeRoutes } from './modules/charges/routes.ts'
import { bulkEditRoutes } from './modules/bulk-edit/routes.ts'
import { videoRoutes } from './modules/videos/routes.ts'
import { trashRoutes } from './modules/content/routes.ts'
import { walletRoutes } from './modules/wallet/routes.ts'

// Every call the server answers, one line a module. The policy of each is in the contract.
export const routes = [
  ...accountRoutes,
  ...secondFactorRoutes,
  ...providerRoutes,
  ...addressRoutes,
  ...closingRoutes,
  ...exportRoutes,
  ...ageRoutes,
  ...auditRoutes,
  ...staffRoutes,
  ...mailRoutes,
  ...verificationRoutes,
  ...mediaRoutes,
  ...captchaRoutes,
  ...promoRoutes,
  ...siteRoutes,
  ...locationRoutes,
  ...postRoutes,
  ...earningRoutes,
  ...ledgerRoutes,
  ...participantRoutes,
  ...paymentRoutes,
  ...productRoutes,
  ...broadcastRoutes,
  ...conversationRoutes,
  ...publicChatRoutes,
  ...notificationRoutes,
  ...orderRoutes,
  ...subscriptionRoutes,
  ...translationRoutes,
  ...chargeRoutes,
  ...walletRoutes,
  ...bankingRoutes,
  ...payoutRoutes,
  ...stripeAccountRoutes,
  ...blockRoutes,
  ...commentRoutes,
  ...feedRoutes,
  ...galleryRoutes,
  ...fanListRoutes,
  ...fanNoteRoutes,
  ...followRoutes,
  ...performerRoutes,
  ...reactionRoutes,
  ...reportRoutes,
  ...searchRoutes,
  ...videoRoutes,
  ...trashRoutes,
  ...bulkEditRoutes,
]
