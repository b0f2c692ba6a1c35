import { send } from '@fanlight/server/modules/talk/conversations/public-chat/chatting'
import { tip } from '@fanlight/server/modules/talk/conversations/tip-message'
import type { Context } from '@fanlight/server/platform/context'
import type { SignedIn } from '@fanlight/server/platform/viewer'
import { hour } from './clock.ts'

// What was said in the live rooms of the demo before a visitor came.

interface Line {
  by: string
  text: string
  tokens?: number
}
const rooms: Readonly<Record<string, readonly Line[]>> = {
  marisol: [
    { by: 'tomo', text: 'hello from the kitchen' },
    { by: 'elin', text: 'Sound check: left, right, all good on my side' },
    { by: 'hana', text: 'the second loop gives me chills every time' },
    { by: 'beatriz', text: 'Just got in from work. What did I miss?' },
    { by: 'tomo', text: 'two covers and one brand new one' },
    { by: 'beatriz', text: 'For the strings fund', tokens: 50 },
    { by: 'marisol', text: 'Thank you, Beatriz! New strings on Friday then.' },
    { by: 'wes', text: 'harbour! harbour! harbour!' },
    { by: 'hana', text: 'someone is about to tip for it, I can feel it' },
    { by: 'wes', text: 'Play the harbour one!', tokens: 500 },
    { by: 'elin', text: 'called it' },
  ],
  lulu: [
    { by: 'wes', text: 'B side please' },
    { by: 'tomo', text: 'that bassline is criminal' },
    { by: 'elin', text: 'Label and year?' },
    { by: 'lulu', text: '1962, a local press. The sleeve is on my page.' },
    { by: 'hana', text: 'flip it flip it flip it' },
    { by: 'wes', text: 'Flip to the B side', tokens: 100 },
  ],
  teo: [
    { by: 'hana', text: 'How wet is this one?' },
    { by: 'teo', text: 'Seventy-five. Wet hands, dry bench.' },
    { by: 'beatriz', text: 'The dishes have never taken so long.' },
  ],
}

interface Scene {
  opened: Date
  signedIn: (key: string) => SignedIn
  topUp: (fan: SignedIn, tokens: number, key: string) => Promise<void>
  goTo: (at: Date) => Promise<unknown>
}
export async function makeRooms(tx: Context, { opened, signedIn, topUp, goTo }: Scene): Promise<void> {
  for (const [creator, lines] of Object.entries(rooms)) {
    const { id: performerId } = signedIn(creator)
    for (const [n, { by, text, tokens }] of lines.entries()) {
      const who = signedIn(by)
      await goTo(new Date(opened.getTime() - (hour / 60) * (lines.length - n)))
      if (tokens === undefined) await send(tx, who, performerId, { text })
      else {
        const key = `demo:room:${creator}:${n}`
        await topUp(who, tokens, key)
        await tip(tx, who, { performerId, tokens, note: text, inPublicChat: true, key })
      }
    }
  }
}
