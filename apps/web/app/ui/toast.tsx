import { CircleAlert, CircleCheck } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { needMessages } from '../i18n/area-messages.ts'
import type { MessageKey } from '../i18n/keys.ts'
import { useT } from '../i18n/context.tsx'
import { asProblem } from '../api/problem.ts'
import { ownTextOf } from './own-text.ts'

// spec: toast.success

interface ToastItem {
  id: number
  kind: 'good' | 'bad'
  /** Either a message key, or a text that is already translated. */
  text?: string
  key?: MessageKey
  errorCode?: string
  /** The value of `{{limit}}` in its message. */
  limit?: number | undefined
  action?: { label: string; run: () => void }
}
const shownMs = 5000
const stackMax = 3
let items: readonly ToastItem[] = []
let nextId = 1
const watchers = new Set<() => void>()

function change(next: readonly ToastItem[]): void {
  items = next
  for (const watcher of watchers) watcher()
}
function show(item: Omit<ToastItem, 'id'>): void {
  change([...items, { ...item, id: nextId++ }].slice(-stackMax))
}

type Extra = Pick<ToastItem, 'action'>
export const toast = {
  /** Without a key: 'Action success'. */
  success: (key: MessageKey = 'ui.toast.success', extra?: Extra) => show({ kind: 'good', key, ...extra }),
  /** A text that is already translated. */
  say: (text: string, extra?: Extra) => show({ kind: 'good', text, ...extra }),
  /** Why something can't be done, or wasn't: a text that is already translated. */
  refuse: (text: string) => show({ kind: 'bad', text }),
  error: (key: MessageKey = 'ui.toast.error', extra?: Extra) => show({ kind: 'bad', key, ...extra }),
  /** The message of a caught API problem; for any other error, 'Something went wrong, please try again later'. */
  problem: (error: unknown) => {
    const { code, message, errors } = asProblem(error)
    const field = errors.find((error) => error.code)
    // The text of the server names the minutes to wait.
    if (!field) return show({ kind: 'bad', errorCode: code === 'TOO_MANY_REQUESTS' ? '' : code, text: message })
    // No form is there to say it under its field.
    const say = () => show({ kind: 'bad', errorCode: field.code ?? code, limit: field.limit, text: field.message })
    void needMessages('fields').then(say, say)
  },
  copied: () => show({ kind: 'good', key: 'ui.toast.copied' }),
  dismiss: (id: number) => change(items.filter((item) => item.id !== id)),
}

const none: readonly ToastItem[] = []

/**
 * The stack at the bottom centre; at the top where a window or a bar with something to press is at the bottom. Such a bar has the
 * class `save-bar`, or `data-bottom-bar`: `narrow` where it is at the bottom of phones alone, else `always` (base.css). One on every page.
 */
export function Toaster() {
  const t = useT()
  const shown = useSyncExternalStore(
    (watcher) => (watchers.add(watcher), () => watchers.delete(watcher)),
    () => items,
    () => none,
  )
  return (
    <section aria-label={t('ui.toast.region')} className="toasts">
      <div role="status" aria-live="polite" className="contents">
        {shown.map((item) => (
          <Toast key={item.id} item={item} />
        ))}
      </div>
    </section>
  )
}

function Toast({ item }: { item: ToastItem }) {
  const t = useT()
  const [isPaused, setPaused] = useState(false)
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => toast.dismiss(item.id), shownMs)
    return () => clearTimeout(timer)
  }, [isPaused, item.id])
  const { errorCode, limit } = item
  const message =
    (errorCode &&
      (ownTextOf(t, errorCode) ??
        t.maybe(`errors.${errorCode}`) ??
        t.maybe(`fields.${errorCode}`, limit === undefined ? undefined : { limit }))) ||
    (item.key ? t(item.key) : item.text)
  const Icon = item.kind === 'good' ? CircleCheck : CircleAlert
  return (
    <div
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      className="pointer-events-auto flex max-w-[min(100%,30rem)] animate-[rise_var(--base)_var(--ease)] items-center gap-3 rounded-full bg-raised py-2.5 ps-3.5 pe-5 text-sm font-medium shadow-[var(--shadow-2),0_0_0_1px_var(--line)]"
    >
      <Icon className={item.kind === 'good' ? 'icon text-success-text' : 'icon text-danger-text'} aria-hidden="true" />
      <span className="min-w-0">{message}</span>
      {item.action ? (
        <button type="button" className="link ms-1" onClick={() => (item.action?.run(), toast.dismiss(item.id))}>
          {item.action.label}
        </button>
      ) : null}
    </div>
  )
}
