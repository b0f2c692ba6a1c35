import { bulkResult } from './bulk-edit.ts'
import { deliveryAddress } from './addresses.ts'
import { mePerformer } from './accounts.ts'
import { payoutBlocker } from './banking.ts'
import { broadcast } from './broadcasts.ts'
import { shownComment } from './comments.ts'
import { conversation, message } from './conversations.ts'
import { coupon } from './coupons.ts'
import { vaultFile } from './files.ts'
import { shownGallery, studioGallery } from './galleries.ts'
import { authorSummary, gate, itemStats, performerSummary } from './items.ts'
import { captionTrack, lockedFile, mediaSource, openFile, sprite, uploadedFile } from './media.ts'
import { messageSettings } from './message-settings.ts'
import { orderDetails } from './orders.ts'
import { card, payment } from './payments.ts'
import { payoutDetails } from './payouts.ts'
import { performerCard } from './performers.ts'
import { shownPhoto, studioPhoto } from './photos.ts'
import { shownFeed, shownPoll, studioFeed } from './posts.ts'
import { shownProduct, studioProduct } from './products.ts'
import { publicChat, publicMessage } from './public-chat.ts'
import { recording } from './replays.ts'
import { menusSetting, settingsSchema } from './settings.ts'
import { show } from './shows.ts'
import { scheduledStream } from './stream-schedule.ts'
import { passkeyAnswer } from './step-up.ts'
import { stream } from './streaming.ts'
import { plan, subscription } from './subscriptions.ts'
import { ticketShow } from './tickets.ts'
import { reviewedVerification } from './verifications.ts'
import { shownVideo, studioVideo } from './videos.ts'
import { receipt } from './wallet.ts'

/** Shapes that several calls share, by the names that the document of the API calls them. */
export const namedSchemas = {
  AuthorSummary: authorSummary,
  Broadcast: broadcast,
  BulkResult: bulkResult,
  CaptionTrack: captionTrack,
  Card: card,
  Comment: shownComment,
  Conversation: conversation,
  Coupon: coupon,
  DeliveryAddress: deliveryAddress,
  File: openFile,
  Gallery: shownGallery,
  Gate: gate,
  ItemStats: itemStats,
  LockedFile: lockedFile,
  MediaSource: mediaSource,
  MenusSetting: menusSetting,
  Message: message,
  MessageSettings: messageSettings,
  OrderDetails: orderDetails,
  OwnGallery: studioGallery,
  OwnPhoto: studioPhoto,
  OwnPost: studioFeed,
  OwnProduct: studioProduct,
  OwnProfile: mePerformer,
  OwnVideo: studioVideo,
  PasskeyAnswer: passkeyAnswer,
  Payment: payment,
  PayoutBlocker: payoutBlocker,
  PayoutDetails: payoutDetails,
  PerformerCard: performerCard,
  PerformerSummary: performerSummary,
  Photo: shownPhoto,
  Plan: plan,
  Poll: shownPoll,
  Post: shownFeed,
  Product: shownProduct,
  PublicChat: publicChat,
  PublicMessage: publicMessage,
  Receipt: receipt,
  Recording: recording,
  ReviewedVerification: reviewedVerification,
  ScheduledStream: scheduledStream,
  Settings: settingsSchema,
  Show: show,
  Sprite: sprite,
  Stream: stream,
  Subscription: subscription,
  TicketShow: ticketShow,
  UploadedFile: uploadedFile,
  VaultFile: vaultFile,
  Video: shownVideo,
}
