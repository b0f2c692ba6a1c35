import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call, type Reply } from '../../api/client.ts'
import { asProblem } from '../../api/problem.ts'
import { useT } from '../../i18n/context.tsx'
import { publicConfig } from '../../page.ts'
import { Button } from '../../ui/button.tsx'

type Challenge = Reply<'GET /re-captcha/challenge'>['data']
type State =
  | { kind: 'working' }
  | { kind: 'frame'; provider: string }
  | { kind: 'done'; pass: string }
  | { kind: 'failed' }

/** Does the work that the site sets, or shows the box of another service; then the form goes on by itself. */
export function CaptchaBox() {
  const t = useT()
  const [state, setState] = useState<State>({ kind: 'working' })
  const [round, setRound] = useState(0)
  const [isMissing, setMissing] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const hand = useCallback(async (token: string | null) => {
    if (token === null) return setState({ kind: 'failed' })
    setState({ kind: 'working' })
    try {
      const { data } = await call('POST /re-captcha/verify', { body: { token } })
      setState({ kind: 'done', pass: data.pass })
    } catch (error) {
      // Where another service is away, the site sets work of its own from now on.
      if (asProblem(error).details['fallsBack'] === true) setRound((now) => now + 1)
      else setState({ kind: 'failed' })
    }
  }, [])

  useEffect(() => {
    const stop = new AbortController()
    setState({ kind: 'working' })
    call('GET /re-captcha/challenge', { signal: stop.signal })
      .then(async ({ data }) => {
        if (data.provider !== 'proof-of-work') return setState({ kind: 'frame', provider: data.provider })
        const token = await work(data.challenge, stop)
        if (!stop.signal.aborted) await hand(token)
      })
      .catch(() => stop.signal.aborted || setState({ kind: 'failed' }))
    return () => stop.abort()
  }, [round, hand])

  useEffect(() => {
    if (state.kind !== 'frame') return
    const listen = ({ origin, source, data }: MessageEvent) => {
      if (origin !== location.origin || source !== frame.current?.contentWindow) return
      if (data && typeof data === 'object' && 'captcha' in data)
        void hand(typeof data.captcha === 'string' ? data.captcha : null)
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [state.kind, hand])

  useEffect(() => {
    const form = state.kind === 'done' ? input.current?.form : null
    if (!form) return
    // A page that was sent without scripts has lost its password: it is entered again, and the pass stays in the form.
    if (form.matches(':valid')) return form.requestSubmit()
    setMissing(true)
    form.querySelector<HTMLElement>('input:invalid')?.focus()
  }, [state.kind])

  return (
    <>
      <p role="status">
        {state.kind === 'working' ? t('ui.captcha.working') : null}
        {state.kind === 'frame' ? t('ui.captcha.tick') : null}
        {state.kind === 'done' ? t(isMissing ? 'ui.captcha.ready' : 'ui.captcha.done') : null}
        {state.kind === 'failed' ? t('ui.captcha.failed') : null}
      </p>
      {state.kind === 'working' ? <span className="mt-2 block h-1 animate-pulse rounded-full bg-primary" /> : null}
      {state.kind === 'frame' ? (
        <iframe
          ref={frame}
          src={`${publicConfig().apiUrl}/re-captcha/frame`}
          title={t('ui.captcha.frame')}
          className={state.provider === 'recaptcha-v2' ? 'mt-2 h-[500px] max-h-[60dvh] w-full' : 'sr-only'}
        />
      ) : null}
      {state.kind === 'failed' ? (
        <Button size="sm" className="mt-2" onClick={() => setRound((now) => now + 1)}>
          {t('ui.retry')}
        </Button>
      ) : null}
      <input ref={input} type="hidden" name="captcha" value={state.kind === 'done' ? state.pass : ''} />
    </>
  )
}

/** A second or two of this device's time, a little at once, so that the page stays quick. */
async function work(
  challenge: Extract<Challenge, { provider: 'proof-of-work' }>['challenge'],
  controller: AbortController,
): Promise<string | null> {
  const { keySignature, expiresAt, ...parameters } = challenge.parameters
  const set = {
    ...challenge,
    parameters: { ...parameters, ...(keySignature && { keySignature }), ...(expiresAt && { expiresAt }) },
  }
  const solution = await solveChallenge({ challenge: set, deriveKey, controller })
  return solution && btoa(JSON.stringify({ challenge: set, solution }))
}
