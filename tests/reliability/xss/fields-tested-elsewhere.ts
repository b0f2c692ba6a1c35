// Text fields of the contract whose value is on no page, with the reason. A field that is in neither this list nor a step of
// fill-fields.ts fails S6.

const byReason: Record<string, readonly string[]> = {
  'is shown in the editor of its creator alone: tests/browser/journeys/drafts.test.ts writes markup into it': [
    'POST /performer/feeds draftPoll.question',
    'POST /performer/feeds draftPoll.options[]',
    'PUT /performer/feeds/:id draftPoll.question',
    'PUT /performer/feeds/:id draftPoll.options[]',
  ],
  'is shown to those who watch live video: tests/browser/journeys/live-poll.test.ts writes markup into it': [
    'POST /streaming/:id/poll question',
    'POST /streaming/:id/poll options[]',
  ],
  'is shown to a creator who is live: tests/browser/journeys/live-overlay.test.ts writes markup into it': [
    'POST /streaming/:id/markers label',
  ],
  'is shown to those who are in a group show: tests/browser/journeys/live-group.test.ts writes markup into it': [
    'POST /streaming/group-shows/:id/messages text',
  ],
  'is read by its creator and by staff: tests/browser/journeys/live-wall.test.ts writes markup into it': [
    'POST /admin/live/:id/stop reason',
  ],
  'is a reason in the audit log alone, like that of POST /admin/accounts/:id/suspension': [
    'POST /admin/accounts/:id/live-suspension/lift reason',
    'POST /admin/coupons/:id/end reason',
    'POST /admin/live/:id/watch reason',
  ],
  'is shown as that of the call that the payment makes': [
    'POST /payment/wallet/top-up purchase.body.note',
    'POST /payment/wallet/top-up purchase.body.menuItem.title',
    'POST /payment/wallet/top-up purchase.body.text',
  ],
  'is the title of a video, which is written elsewhere': ['POST /streaming/recordings/:id/publish title'],
  'is shown as that of PUT /performer/performer-assets/videos/edit/:id': [
    'POST /performer/performer-assets/videos/upload chapters[].title',
  ],
  'is a secret: stored as a hash or encrypted, and never shown': [
    'PUT /auth/performers/me/password password',
    'PUT /auth/users/me/password password',
    'POST /auth/login password',
    'POST /auth/performers/register password',
    'POST /auth/users/register password',
    'PUT /auth/users/reset password',
    'PUT /admin/settings values.recaptchaSecretKey',
    'PUT /performers/banking-settings taxId',
  ],
  'is a token or version that the server issued: looked up and not stored': [
    'POST /messages/conversations/:id expectedTerms',
    'POST /wallet/charges/product/:id expectedTerms',
    'POST /wallet/charges/feed/:id expectedTerms',
    'POST /wallet/charges/gallery/:id expectedTerms',
    'POST /wallet/charges/video/:id expectedTerms',
    'POST /wallet/charges/message/:id expectedTerms',
    'POST /wallet/charges/stream/:id expectedTerms',
    'POST /payment/subscribe/performers expectedTerms',
    'POST /payment/wallet/top-up purchase.body.expectedTerms',
    'POST /payment/wallet/top-up purchase.key',
    'POST /subscriptions/:id/plan-change expectedTerms',
    'POST /auth/login captcha',
    'POST /auth/users/forgot captcha',
    'POST /auth/performers/register captcha',
    'POST /auth/users/register captcha',
    'POST /contact captcha',
    'POST /reports captcha',
    'POST /reports/decisions/:id/appeal token',
    'PUT /auth/users/reset token',
    'POST /auth/token/login token',
    'POST /auth/email-verification token',
    'POST /auth/email-change token',
    'POST /auth/email-change/refusal token',
    'POST /auth/second-factor challenge',
    'POST /auth/second-factor/passkey challenge',
    'POST /auth/google/token state',
    'POST /auth/google/token iss',
    'POST /auth/google/token credential',
    'POST /auth/twitter/callback oauthToken',
    'POST /auth/twitter/callback oauthVerifier',
    'POST /re-captcha/verify token',
    'PUT /admin/menus version',
    'PUT /admin/settings version',
    'PUT /admin/posts/:slug/:locale version',
    'POST /auth/second-factor-removal/refusal token',
  ],
  'is a search key and is not stored': [
    'POST /auth/login email',
    'POST /auth/login username',
    'POST /settings/keys keys[]',
    'POST /performer/broadcasts/preview include[].segment.q',
    'POST /performer/broadcasts/preview exclude[].segment.q',
    'POST /performer/fan-lists/:id/people segment.q',
  ],
  'is a search in the audience: stored with the message that is for those it finds, and on no page': [
    'POST /performer/broadcasts include[].segment.q',
    'POST /performer/broadcasts exclude[].segment.q',
    'PUT /performer/broadcasts/:id include[].segment.q',
    'PUT /performer/broadcasts/:id exclude[].segment.q',
  ],
  'leads to a path of ours and nowhere else: tried with every address below': [
    'POST /auth/login redirect',
    'POST /auth/users/register redirect',
    'POST /auth/token/login redirect',
    'POST /auth/passkeys/login redirect',
    'POST /auth/google/login redirect',
    'POST /auth/google/token redirect',
    'POST /auth/twitter/login redirect',
    'POST /age/checks back',
    'POST /:gateway/cards returnPath',
    'POST /payment/wallet/top-up returnPath',
    'POST /payment/wallet/top-up purchase.body.returnPath',
    'POST /payment/subscribe/performers returnPath',
  ],
  'is numbers in JSON, read as such': [
    'POST /performers/avatar/upload crop',
    'POST /performers/cover/upload crop',
    'POST /users/avatar/upload crop',
    'POST /users/:id/avatar/upload crop',
  ],
  'is an address that the server alone opens, through the egress; no page shows it': [
    'POST /notifications/push-subscriptions endpoint',
    'DELETE /notifications/push-subscriptions endpoint',
  ],
  'is the setting that PUT /admin/menus writes': [
    'PUT /admin/settings values.menus.header[].title',
    'PUT /admin/settings values.menus.header[].titles{}',
    'PUT /admin/settings values.menus.header[].path',
    'PUT /admin/settings values.menus.footer[].title',
    'PUT /admin/settings values.menus.footer[].titles{}',
    'PUT /admin/settings values.menus.footer[].path',
  ],
  'is shown only to its sender, sanitised like the page it is for': ['POST /admin/posts/preview html'],
  'is a reason in the audit log, like that of POST /admin/accounts/:id/suspension, and the value of a field': [
    'POST /admin/disputes/:id/review note',
  ],
  'is compared with the title in the menu, which PUT /streaming/update writes': [
    'POST /wallet/charges/tip/:id menuItem.title',
  ],
  'is the title that PUT /streaming/update changes, where that is shown': ['POST /streaming/live title'],
  'is only the value of a field of its own creator': [
    'PUT /performers/me heldWords[]',
    'PUT /performer/message-settings welcomeMessage',
    'PUT /performer/fans/:id/note text',
  ],
  'is WebVTT, which is read strictly and shown by the browser as text without markup': [
    'PUT /files/:id/captions/:locale vtt',
  ],
  'is counted, and shown only after several people searched it': ['POST /search/keywords keyword'],
}

/** Fields of step-up authentication, wherever it is required. */
export const isStepUpField = (name: string): boolean => / (?:currentPassword|code|recoveryCode|mailedCode)$/.test(name)

export const elsewhere: ReadonlySet<string> = new Set(Object.values(byReason).flat())
