import { searchRoutes } from './modules/content/search/routes.ts'
import { reportRoutes } from './modules/staff/reports/routes.ts'
import { reactionRoutes } from './modules/content/reactions/routes.ts'
import { performerRoutes } from './modules/people/performers/routes.ts'
import { audienceRoutes } from './modules/people/audience/routes.ts'
import { fanListRoutes } from './modules/people/fan-lists/routes.ts'
import { fanNoteRoutes } from './modules/people/fan-notes/routes.ts'
import { followRoutes } from './modules/people/follows/routes.ts'
import { feedRoutes } from './modules/content/posts/routes.ts'
import { galleryRoutes } from './modules/content/galleries/routes.ts'
import { closingRoutes } from './modules/leaving/closing/routes.ts'
import { exportRoutes } from './modules/leaving/exports/routes.ts'
import { commentRoutes } from './modules/content/comments/routes.ts'
import { blockRoutes } from './modules/people/blocks/routes.ts'
import { homeRoutes } from './modules/people/home/routes.ts'
import { notInterestedRoutes } from './modules/people/not-interested/routes.ts'
import { payoutRoutes } from './modules/money/payouts/routes.ts'
import { bankingRoutes } from './modules/money/payout-details/routes.ts'
import { stripeAccountRoutes } from './modules/money/payout-details/stripe-account-routes.ts'
import { addressRoutes } from './modules/shop/addresses/routes.ts'
import { ageRoutes } from './modules/people/age/routes.ts'
import { accountRoutes } from './modules/people/accounts/routes.ts'
import { secondFactorRoutes } from './modules/people/accounts/mfa/second-factor-routes.ts'
import { providerRoutes } from './modules/people/accounts/oauth/routes.ts'
import { mailRoutes } from './modules/site/mail/routes.ts'
import { ledgerRoutes } from './modules/money/ledger/routes.ts'
import { mediaRoutes } from './modules/media/routes.ts'
import { locationRoutes } from './modules/site/geo/routes.ts'
import { postRoutes } from './modules/site/pages/routes.ts'
import { auditRoutes } from './modules/staff/audit/routes.ts'
import { staffRoutes } from './modules/staff/moderation/routes.ts'
import { captchaRoutes } from './modules/site/captcha/routes.ts'
import { promoRoutes } from './modules/site/promos/routes.ts'
import { overviewRoutes } from './modules/staff/overview/routes.ts'
import { showRoutes } from './modules/live/shows/routes.ts'
import { ticketRoutes } from './modules/live/tickets/routes.ts'
import { roomKeyRoutes } from './modules/live/room-feed/routes.ts'
import { markerRoutes } from './modules/live/markers/routes.ts'
import { streamKeyRoutes } from './modules/live/keys/routes.ts'
import { recordingRoutes } from './modules/live/recordings/routes.ts'
import { pollRoutes } from './modules/live/polls/routes.ts'
import { scheduleRoutes } from './modules/live/schedule/routes.ts'
import { liveWallRoutes } from './modules/live/wall/routes.ts'
import { streamRoutes } from './modules/live/streams/routes.ts'
import { siteRoutes } from './modules/site/settings/routes.ts'
import { verificationRoutes } from './modules/people/verifications/routes.ts'
import { earningRoutes } from './modules/money/earnings/routes.ts'
import { broadcastRoutes } from './modules/talk/conversations/broadcasts/routes.ts'
import { conversationRoutes } from './modules/talk/conversations/routes.ts'
import { moderationRoutes } from './modules/talk/conversations/public-chat/moderation-routes.ts'
import { tipMenuRoutes } from './modules/talk/conversations/tip-menu/routes.ts'
import { publicChatRoutes } from './modules/talk/conversations/public-chat/routes.ts'
import { notificationRoutes } from './modules/talk/notifications/routes.ts'
import { orderRoutes } from './modules/shop/orders/routes.ts'
import { productRoutes } from './modules/shop/products/routes.ts'
import { participantRoutes } from './modules/content/participants/routes.ts'
import { paymentRoutes } from './modules/money/payments/routes.ts'
import { couponRoutes } from './modules/money/coupons/routes.ts'
import { subscriptionRoutes } from './modules/money/subscriptions/routes.ts'
import { translationRoutes } from './modules/site/i18n/routes.ts'
import { chargeRoutes } from './modules/money/charges/routes.ts'
import { bulkEditRoutes } from './modules/content/bulk-edit/routes.ts'
import { accessPreviewRoutes } from './modules/content/preview/routes.ts'
import { videoRoutes } from './modules/content/videos/routes.ts'
import { trashRoutes } from './modules/content/items/routes.ts'
import { walletRoutes } from './modules/money/wallet/routes.ts'

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
  ...recordingRoutes,
  ...streamRoutes,
  ...liveWallRoutes,
  ...pollRoutes,
  ...scheduleRoutes,
  ...showRoutes,
  ...ticketRoutes,
  ...roomKeyRoutes,
  ...streamKeyRoutes,
  ...markerRoutes,
  ...overviewRoutes,
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
  ...moderationRoutes,
  ...tipMenuRoutes,
  ...notificationRoutes,
  ...orderRoutes,
  ...subscriptionRoutes,
  ...couponRoutes,
  ...translationRoutes,
  ...chargeRoutes,
  ...walletRoutes,
  ...bankingRoutes,
  ...payoutRoutes,
  ...stripeAccountRoutes,
  ...blockRoutes,
  ...homeRoutes,
  ...notInterestedRoutes,
  ...commentRoutes,
  ...feedRoutes,
  ...galleryRoutes,
  ...audienceRoutes,
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
  ...accessPreviewRoutes,
]
