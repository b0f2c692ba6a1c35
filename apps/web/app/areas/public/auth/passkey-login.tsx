import { KeyRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useSubmit } from 'react-router'
import { call } from '../../../api/client.ts'
import { useT } from '../../../i18n/context.tsx'
import { askPasskey, offerPasskeys, type PasskeyAnswer, PasskeyStopped } from '../../../parts/passkey.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.tsx'

/**
 * One press and a finger, where this browser knows passkeys; it may also offer them in the field of the username.
 * It stands there from the start: what came later would move the button of the form away from under the finger.
 */
export function PasskeyLogin() {
  const t = useT()
  const submit = useSubmit()
  const [known, setKnown] = useState(true)
  const [busy, setBusy] = useState(false)
  // The field's offer and the button may both be answered: the first logs in, and a second session would be left lying about.
  const open = useRef(true)
  const send = async (answer: PasskeyAnswer) => {
    if (!open.current) return
    open.current = false
    const form = new FormData()
    form.set('passkey', JSON.stringify(answer))
    await submit(form, { method: 'post' })
    open.current = true
  }
  useEffect(() => {
    setKnown(globalThis.PublicKeyCredential !== undefined)
    open.current = true
    // Nobody asked for this yet: where it fails, the button is still there.
    offerPasskeys().then(
      (answer) => (answer ? send(answer) : undefined),
      () => undefined,
    )
    return () => {
      open.current = false
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- offered once, when the page begins
  }, [])
  if (!known) return null
  const ask = async () => {
    setBusy(true)
    try {
      const { data } = await call('POST /auth/passkeys/challenge')
      await send(await askPasskey(data.options))
    } catch (error) {
      if (!(error instanceof PasskeyStopped)) toast.problem(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      look="outline"
      size="lg"
      wide
      className="mt-3 noscript:hidden"
      busy={busy ? t('auth.login.busy') : undefined}
      onClick={() => void ask()}
    >
      <KeyRound aria-hidden="true" />
      {t('auth.login.passkey')}
    </Button>
  )
}
