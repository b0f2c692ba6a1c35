import { lazy, startTransition } from 'react'
import { loadWindow } from '../../ui/dialog.tsx'
import { useMe } from '../site/site.ts'
import { useSignIn } from '../account/use-sign-in.ts'

const load = () => import('./tip-sheet.tsx')
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
