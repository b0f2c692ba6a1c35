import type age from '../messages/en-US/age.json'
import type auth from '../messages/en-US/auth.json'
import type account from '../messages/en-US/account.json'
import type addresses from '../messages/en-US/addresses.json'
import type cookies from '../messages/en-US/cookies.json'
import type creator from '../messages/en-US/creator.json'
import type documents from '../messages/en-US/documents.json'
import type errors from '../messages/en-US/errors.json'
import type dataExport from '../messages/en-US/export.json'
import type explore from '../messages/en-US/explore.json'
import type factor from '../messages/en-US/factor.json'
import type fields from '../messages/en-US/fields.json'
import type landing from '../messages/en-US/landing.json'
import type page from '../messages/en-US/page.json'
import type post from '../messages/en-US/post.json'
import type privacy from '../messages/en-US/privacy.json'
import type people from '../messages/en-US/people.json'
import type profile from '../messages/en-US/profile.json'
import type reasons from '../messages/en-US/reasons.json'
import type proof from '../messages/en-US/proof.json'
import type providers from '../messages/en-US/providers.json'
import type review from '../messages/en-US/review.json'
import type security from '../messages/en-US/security.json'
import type site from '../messages/en-US/site.json'
import type staff from '../messages/en-US/staff.json'
import type studio from '../messages/en-US/studio.json'
import type terms from '../messages/en-US/terms.json'
import type traits from '../messages/en-US/traits.json'
import type wallet from '../messages/en-US/wallet.json'
import type ui from '../messages/en-US/ui.json'

// One line for each file in messages/en-US: the file's name is the first word of its keys.
export interface Catalogue {
  account: typeof account
  addresses: typeof addresses
  age: typeof age
  auth: typeof auth
  cookies: typeof cookies
  creator: typeof creator
  documents: typeof documents
  errors: typeof errors
  export: typeof dataExport
  explore: typeof explore
  factor: typeof factor
  fields: typeof fields
  landing: typeof landing
  page: typeof page
  post: typeof post
  privacy: typeof privacy
  people: typeof people
  profile: typeof profile
  reasons: typeof reasons
  proof: typeof proof
  providers: typeof providers
  review: typeof review
  security: typeof security
  site: typeof site
  staff: typeof staff
  studio: typeof studio
  terms: typeof terms
  traits: typeof traits
  wallet: typeof wallet
  ui: typeof ui
}

type Stem<K> = K extends `${infer Base}_${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}` ? Base : K
/** Every message there is, such as 'auth.login.title'. */
export type MessageKey = {
  [File in keyof Catalogue & string]: `${File}.${Stem<keyof Catalogue[File] & string>}`
}[keyof Catalogue & string]
