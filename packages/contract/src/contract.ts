import * as replays from './replays.ts'
import * as groupShows from './group-shows.ts'
import * as shows from './shows.ts'
import * as tickets from './tickets.ts'
import * as liveWall from './live-wall.ts'
import * as roomKeys from './room-keys.ts'
import * as streamMarkers from './stream-markers.ts'
import * as streamKey from './stream-key.ts'
import * as streaming from './streaming.ts'
import * as streamPolls from './stream-polls.ts'
import * as streamSchedule from './stream-schedule.ts'
import * as accounts from './accounts.ts'
import * as addresses from './addresses.ts'
import * as age from './age.ts'
import * as auditLog from './audit-log.ts'
import * as auth from './auth.ts'
import * as reactions from './reactions.ts'
import * as performers from './performers.ts'
import * as audience from './audience.ts'
import * as fanLists from './fan-lists.ts'
import * as fanNotes from './fan-notes.ts'
import * as messageSettings from './message-settings.ts'
import * as follows from './follows.ts'
import * as home from './home.ts'
import * as notInterested from './not-interested.ts'
import * as feeds from './posts.ts'
import * as closing from './closing.ts'
import * as comments from './comments.ts'
import * as banking from './banking.ts'
import * as blocks from './blocks.ts'
import * as confirmation from './confirmation.ts'
import * as dataExports from './exports.ts'
import * as emailChange from './email-change.ts'
import * as uploads from './uploads.ts'
import * as files from './files.ts'
import * as accessPreview from './access-preview.ts'
import * as bulkEdit from './bulk-edit.ts'
import type { Endpoint, Route } from './endpoint.ts'
import * as coupons from './coupons.ts'
import * as earnings from './earnings.ts'
import * as disputes from './disputes.ts'
import * as ledger from './ledger.ts'
import * as media from './media.ts'
import * as conversations from './conversations.ts'
import * as notifications from './notifications.ts'
import * as orders from './orders.ts'
import * as payouts from './payouts.ts'
import * as payments from './payments.ts'
import * as products from './products.ts'
import * as galleries from './galleries.ts'
import * as participants from './participants.ts'
import * as photos from './photos.ts'
import * as geo from './geo.ts'
import * as providers from './providers.ts'
import * as posts from './pages.ts'
import * as search from './search.ts'
import * as secondFactors from './second-factors.ts'
import * as menus from './menus.ts'
import * as promos from './promos.ts'
import * as broadcasts from './broadcasts.ts'
import * as captcha from './captcha.ts'
import * as site from './site.ts'
import * as staffAccounts from './staff-accounts.ts'
import * as siteSettings from './site-settings.ts'
import * as terms from './terms.ts'
import * as translations from './translations.ts'
import * as verifications from './verifications.ts'
import * as videos from './videos.ts'
import * as waiting from './staff-overview.ts'
import * as wallet from './wallet.ts'
import * as reports from './reports.ts'
import * as tipMenu from './tip-menu.ts'
import * as topUps from './top-up.ts'
import * as trash from './trash.ts'
import * as publicChats from './public-chat.ts'
import * as subscriptions from './subscriptions.ts'

// The whole contract: one line a group. Everything that browser and server say to each other is reachable from here.
const groups = {
  ...replays,
  ...shows,
  ...groupShows,
  ...tickets,
  ...liveWall,
  ...roomKeys,
  ...streamKey,
  ...streamMarkers,
  ...streaming,
  ...streamPolls,
  ...streamSchedule,
  ...tipMenu,
  ...accounts,
  ...addresses,
  ...age,
  ...auditLog,
  ...auth,
  ...closing,
  ...confirmation,
  ...dataExports,
  ...emailChange,
  ...banking,
  ...verifications,
  ...participants,
  ...broadcasts,
  ...audience,
  ...fanLists,
  ...fanNotes,
  ...messageSettings,
  ...earnings,
  ...disputes,
  ...ledger,
  ...media,
  ...conversations,
  ...publicChats,
  ...notifications,
  ...orders,
  ...payouts,
  ...payments,
  ...products,
  ...topUps,
  ...geo,
  ...posts,
  ...search,
  ...secondFactors,
  ...menus,
  ...promos,
  ...providers,
  ...captcha,
  ...site,
  ...staffAccounts,
  ...siteSettings,
  ...terms,
  ...trash,
  ...translations,
  ...uploads,
  ...files,
  ...accessPreview,
  ...bulkEdit,
  ...videos,
  ...waiting,
  ...wallet,
  ...subscriptions,
  ...coupons,
  ...blocks,
  ...comments,
  ...feeds,
  ...galleries,
  ...photos,
  ...follows,
  ...home,
  ...notInterested,
  ...performers,
  ...reactions,
  ...reports,
}

type Declared = (typeof groups)[keyof typeof groups]
type Calls = Extract<Declared, { route: Route }>

/** Every call by its route: `endpoints['POST /auth/login']`. */
export type Endpoints = { [E in Calls as E['route']]: E }
export const endpoints = Object.fromEntries(
  Object.values(groups)
    .filter((group): group is Calls => typeof group === 'object' && 'route' in group)
    .map((group) => [group.route, group]),
) as Endpoints
export const declared: readonly Endpoint[] = Object.values(endpoints)
