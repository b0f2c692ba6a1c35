import type age from '../locales/en-US/age.json'
import type auth from '../locales/en-US/auth.json'
import type account from '../locales/en-US/account.json'
import type addresses from '../locales/en-US/addresses.json'
import type checkout from '../locales/en-US/checkout.json'
import type confirmEmail from '../locales/en-US/confirmEmail.json'
import type consent from '../locales/en-US/consent.json'
import type cookies from '../locales/en-US/cookies.json'
import type audience from '../locales/en-US/audience.json'
import type broadcast from '../locales/en-US/broadcast.json'
import type creator from '../locales/en-US/creator.json'
import type documents from '../locales/en-US/documents.json'
import type errors from '../locales/en-US/errors.json'
import type dataExport from '../locales/en-US/export.json'
import type explore from '../locales/en-US/explore.json'
import type factor from '../locales/en-US/factor.json'
import type fields from '../locales/en-US/fields.json'
import type tickets from '../locales/en-US/tickets.json'
import type live from '../locales/en-US/live.json'
import type home from '../locales/en-US/home.json'
import type landing from '../locales/en-US/landing.json'
import type liveStudio from '../locales/en-US/liveStudio.json'
import type messages from '../locales/en-US/messages.json'
import type notify from '../locales/en-US/notify.json'
import type orders from '../locales/en-US/orders.json'
import type outbox from '../locales/en-US/outbox.json'
import type paying from '../locales/en-US/paying.json'
import type payout from '../locales/en-US/payout.json'
import type page from '../locales/en-US/page.json'
import type post from '../locales/en-US/post.json'
import type privacy from '../locales/en-US/privacy.json'
import type people from '../locales/en-US/people.json'
import type profile from '../locales/en-US/profile.json'
import type reasons from '../locales/en-US/reasons.json'
import type stepUp from '../locales/en-US/stepUp.json'
import type providers from '../locales/en-US/providers.json'
import type cases from '../locales/en-US/cases.json'
import type replay from '../locales/en-US/replay.json'
import type report from '../locales/en-US/report.json'
import type review from '../locales/en-US/review.json'
import type schedule from '../locales/en-US/schedule.json'
import type security from '../locales/en-US/security.json'
import type shop from '../locales/en-US/shop.json'
import type site from '../locales/en-US/site.json'
import type staff from '../locales/en-US/staff.json'
import type studio from '../locales/en-US/studio.json'
import type terms from '../locales/en-US/terms.json'
import type traits from '../locales/en-US/traits.json'
import type wall from '../locales/en-US/wall.json'
import type wallet from '../locales/en-US/wallet.json'
import type ui from '../locales/en-US/ui.json'

// One line for each file in locales/en-US: the file name is the first segment of its keys.
export interface Catalogue {
  account: typeof account
  addresses: typeof addresses
  age: typeof age
  audience: typeof audience
  auth: typeof auth
  checkout: typeof checkout
  confirmEmail: typeof confirmEmail
  consent: typeof consent
  cookies: typeof cookies
  broadcast: typeof broadcast
  creator: typeof creator
  documents: typeof documents
  errors: typeof errors
  export: typeof dataExport
  explore: typeof explore
  factor: typeof factor
  fields: typeof fields
  home: typeof home
  landing: typeof landing
  live: typeof live
  liveStudio: typeof liveStudio
  tickets: typeof tickets
  schedule: typeof schedule
  messages: typeof messages
  notify: typeof notify
  orders: typeof orders
  outbox: typeof outbox
  page: typeof page
  paying: typeof paying
  payout: typeof payout
  post: typeof post
  privacy: typeof privacy
  people: typeof people
  profile: typeof profile
  reasons: typeof reasons
  stepUp: typeof stepUp
  providers: typeof providers
  cases: typeof cases
  replay: typeof replay
  report: typeof report
  review: typeof review
  security: typeof security
  shop: typeof shop
  site: typeof site
  staff: typeof staff
  studio: typeof studio
  terms: typeof terms
  traits: typeof traits
  wall: typeof wall
  wallet: typeof wallet
  ui: typeof ui
}

type Stem<K> = K extends `${infer Base}_${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}` ? Base : K
/** Every message there is, such as 'auth.login.title'. */
export type MessageKey = {
  [File in keyof Catalogue & string]: `${File}.${Stem<keyof Catalogue[File] & string>}`
}[keyof Catalogue & string]
