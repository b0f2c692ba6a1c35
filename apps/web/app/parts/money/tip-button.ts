import { lazy, startTransition } from 'react'
import { needMessages } from '../../i18n/area-messages.ts'
import { loadWindow } from '../../ui/dialog.tsx'
import { useMe } from '../site/site.ts'
import { useSignIn } from '../account/use-sign-in.ts'

const load = async () => (await Promise.all([import('./tip-sheet.tsx'), needMessages('checkout', 'wallet')]))[0]
const fetchAhead = () => void Promise.all([load(), loadWindow()]).catch(() => undefined)

export const TipSheet = lazy(async () => ({ default: (await load()).TipSheet }))

/** For the button that opens the tip sheet: its code comes when a finger or the focus does, and the press is rendered before the sheet. */
export function useTipPress(open: () => void) {
  const me = useMe()
  const signedIn = useSignIn()
  return {
    onClick: signedIn(() => startTransition(open)),
    ...(me ? { onPointerEnter: fetchAhead, onFocus: fetchAhead } : {}),
  }
}
