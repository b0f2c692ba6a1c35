import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

// A page changes something in one way: a form through `formAction` and `useActionForm`, a button through `useMutation` or `useToggle`. This
// counts what is done without them in apps/web: calls other than GET, and route actions that are written as functions. docs/map.md, "How
// to add a form or a button", says how to do it with them.

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = 'apps/web/app'
/** The helpers themselves. */
const helpers = ['api/form-action.server.ts', 'parts/forms/use-mutation.ts', 'parts/forms/use-toggle.ts']

/** File → how many there may be, and why. */
const allowed: Record<string, readonly [count: number, why: string]> = {
  'api/socket.ts': [1, 'the ticket of the live socket, requested at each connection'],
  'areas/admin/pieces/image-field.tsx': [2, 'uploads with progress, then waits until the image is ready'],
  'areas/admin/pages/preview.tsx': [1, 'changes nothing: a POST because the text is too long for an address'],
  'areas/fan/account/account.tsx': [3, 'the call depends on the account (customFormAction); an upload with progress'],
  'areas/fan/messages/threads.ts': [2, 'sends behind what is shown, again where no answer came; marks read'],
  'areas/public/auth/callback.tsx': [2, 'the call depends on the provider (customFormAction)'],
  'areas/public/auth/creator-form.tsx': [1, 'uploads the application with progress'],
  'areas/public/auth/logout.ts': [
    2,
    'an action without a form of its own: the cookie is removed whatever the API answers',
  ],
  'areas/public/auth/passkey-login.tsx': [1, 'the challenge for a passkey; the form is then submitted to the action'],
  'areas/public/auth/register-creator.tsx': [1, 'a multipart form, without scripts (customFormAction)'],
  'areas/public/auth/register.tsx': [2, 'makes the account and signs in (customFormAction)'],
  'areas/public/auth/second-factor.tsx': [1, 'the challenge for a passkey; the form is then submitted to the action'],
  'areas/public/auth/start.tsx': [4, 'an action that answers a missing step-up confirmation with another page'],
  'areas/public/consent/consent.tsx': [1, 'a multipart form (customFormAction)'],
  'areas/public/cookies/cookies.tsx': [1, 'an action that sets cookies and calls nothing'],
  'areas/public/preferences.ts': [3, 'an action that sets cookies; the account follows where it can'],
  'areas/public/search/search.tsx': [1, 'counts what was searched for; a failure is not shown'],
  'parts/money/checkout/use-checkout.ts': [
    3,
    'a card payment and a purchase under keys that outlive the page, inside the `attempt` of their sheet',
  ],
  'parts/money/checkout/use-returned.ts': [1, 'keeps the card that the gateway’s form came back with'],
  'parts/live/agora.ts': [1, 'renews the right to stay in a room, before it is over and behind what is shown'],
  'parts/live/shows/use-group-chat.ts': [
    1,
    'keeps the text where it is refused; the same text again is the same message',
  ],
  'parts/live/shows/use-show-chat.ts': [
    1,
    'keeps the text where it is refused; the same text again is the same message',
  ],
  'parts/live/use-room-chat.ts': [1, 'sends behind what is shown; the same text again is the same message'],
  'areas/studio/account/images.tsx': [1, 'uploads with progress'],
  'areas/studio/account/welcome-video.tsx': [1, 'uploads with progress'],
  'areas/studio/pieces/use-recipients.ts': [
    1,
    'counts recipients and changes nothing: a POST because its filters are lists',
  ],
  'areas/studio/editor/uploads.ts': [1, 'uploads with progress, several at once'],
  'areas/studio/live/broadcast.ts': [
    7,
    'publishes again by itself after a lost connection; its sign of life, and that its camera is interrupted; ends a stream that nobody asked for; says until it is heard that everything was stopped',
  ],
  'areas/studio/payouts/payouts.tsx': [1, 'calculates and changes nothing: the specification has it as a POST'],
  'areas/studio/payouts/request-form.tsx': [1, 'calculates and changes nothing: the specification has it as a POST'],
  'areas/studio/verification/send-documents.tsx': [1, 'uploads with progress'],
  'parts/messages/attachments.ts': [1, 'uploads with progress'],
  'parts/account/captcha-box.tsx': [1, 'exchanges the captcha’s token inside another form'],
  'parts/account/passkey.ts': [1, 'the challenge for a passkey that the browser offers in a field'],
  'parts/account/step-up/step-up-dialog.tsx': [1, 'the step-up dialog, which useMutation opens'],
  'parts/account/step-up/step-up-fields.tsx': [
    2,
    'an emailed code and the challenge for a passkey, inside another form',
  ],
  'parts/account/step-up/step-up.ts': [1, 'emails a code for the action of areas/public/auth/start.tsx'],
  'parts/comments/comment-image.tsx': [1, 'uploads with progress, after its comment'],
  'parts/money/card-return.ts': [
    1,
    'saves the card of the address that the gateway’s form came back with, without a press',
  ],
}

function byHand(file: string): number {
  const source = ts.createSourceFile(
    file,
    readFileSync(join(root, sources, file), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  )
  let count = 0
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && changesSomething(node)) count++
    if (ts.isFunctionDeclaration(node) && node.name?.text === 'action' && isExported(node)) count++
    ts.forEachChild(node, visit)
  }
  visit(source)
  return count
}

const isExported = (node: ts.FunctionDeclaration): boolean =>
  node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false

function changesSomething({ expression, arguments: [route] }: ts.CallExpression): boolean {
  if (!route) return false
  const isFunction = ts.isIdentifier(expression) && (expression.text === 'call' || expression.text === 'upload')
  const isMethod = ts.isPropertyAccessExpression(expression) && expression.name.text === 'call'
  if (!isFunction && !isMethod) return false
  const named = /['"`](GET|POST|PUT|PATCH|DELETE) \//.exec(route.getText())
  // A route in a variable may be any.
  return named ? /['"`](POST|PUT|PATCH|DELETE) \//.test(route.getText()) : isFunction
}

function problems(): string[] {
  const found: string[] = []
  for (const file of readdirSync(join(root, sources), { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(file) || /\.test\.tsx?$/.test(file) || helpers.includes(file)) continue
    const count = byHand(file)
    const [most = 0] = allowed[file] ?? []
    if (count > most)
      found.push(
        `${sources}/${file} changes something in ${count} places without formAction or useMutation; ${most} may (scripts/own-mutations.ts)`,
      )
    if (count < most) found.push(`${sources}/${file} has ${count} left: write that down in scripts/own-mutations.ts`)
  }
  return found
}

const found = problems()
for (const problem of found) console.log(problem)
process.exitCode = found.length > 0 ? 1 : 0
