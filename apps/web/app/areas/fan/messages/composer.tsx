import { messageFilesMax, messageLengthMax } from '@fanlight/contract/limits'
import clsx from 'clsx'
import { CornerUpLeft, FolderOpen, ImagePlus, Mic, MonitorUp, Send, Tag, X } from 'lucide-react'
import { type FormEvent, lazy, type Ref, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Form, Link, useActionData } from 'react-router'
import type { FormAnswer } from '../../../api/form-answer.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { needMessages } from '../../../i18n/area-messages.ts'
import { useCheckoutReturn } from '../../../parts/money/checkout/use-checkout-return.ts'
import { readTokens } from '../../../parts/money/read-tokens.ts'
import { Price } from '../../../parts/money/price.tsx'
import { useMe, useSettings, useSite } from '../../../parts/site/site.ts'
import { IconButton, buttonClass, iconButtonClass } from '../../../ui/button.tsx'
import { Counter } from '../../../ui/counter.tsx'
import { useProblemText } from '../../../ui/form.tsx'
import { useHydrated } from '../../../ui/hydrated.ts'
import { Menu } from '../../../ui/menu.tsx'
import { Settled } from '../../../ui/settled.tsx'
import { acceptedTypes } from '../../../parts/messages/accepted-files.ts'
import { useAddFiles } from '../../../parts/messages/attach-files.tsx'
import { AttachmentStrip } from '../../../parts/messages/attachment-strip.tsx'
import { useAttachments } from '../../../parts/messages/attachments.ts'
import { EmojiButton } from '../../../parts/messages/emoji-button.tsx'
import { useLineOf } from '../../../parts/messages/line.ts'
import { sayTyping } from './updates.ts'
import type { Conversation, Message } from './message.ts'
import { readChat, writeChat } from './stored-chat.ts'
import { firstMessageOf } from './first-message-name.ts'
import { noteSent, refreshWriting, send } from './threads.ts'

const VoiceRecorder = lazy(async () => ({ default: (await import('./voice-recorder.tsx')).VoiceRecorder }))
const VaultDialog = lazy(async () => ({
  default: (await import('../../../parts/messages/vault-dialog.tsx')).VaultDialog,
}))
const FirstMessage = lazy(async () => {
  const [{ FirstMessage }] = await Promise.all([import('./first-message.tsx'), needMessages('checkout', 'wallet')])
  return { default: FirstMessage }
})

/** How often the other person hears that one is still typing. */
const typingEveryMs = 3000

interface ComposerProps {
  conversation: Conversation
  replyTo: Message | null
  onReplyDone: () => void
  /** For the form without scripts. */
  clientId: string
}

/** Where a message is written. What is written stays on this device until it is sent. Without scripts it is a form with a text. */
export function Composer({ conversation, replyTo, onReplyDone, clientId }: ComposerProps) {
  const t = useT()
  const { number, tokens } = useFormats()
  const me = useMe()
  const lineOf = useLineOf()
  const settings = useSettings()
  const { currency, tokenValue } = useSite()
  const { money } = useFormats()
  const problemText = useProblemText()
  const answer = useActionData() as Partial<FormAnswer<unknown>> | undefined
  const { _id: id, recipient, writing } = conversation
  const owner = me?._id ?? ''
  const [text, setText] = useState(answer?.typed?.['text'] ?? '')
  const [priceText, setPriceText] = useState<string | null>(null)
  const [isRecording, setRecording] = useState(false)
  const [isVaultOpen, setVaultOpen] = useState(false)
  const [paying, setPaying] = useState(false)
  // A voice note alone goes by itself once it is uploaded.
  const [isVoiceNext, setVoiceNext] = useState(false)
  const attachments = useAttachments()
  const field = useRef<HTMLTextAreaElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const microphone = useRef<HTMLButtonElement>(null)
  const priceField = useRef<HTMLInputElement>(null)
  /** How often Send was pressed in vain since the price was changed: each time it is said why. */
  const [refusals, setRefusals] = useState(0)
  const isHydrated = useHydrated()
  const isRestored = useRef(false)

  // Read after hydration: the server knows nothing of this device.
  const restore = useEffectEvent(() => {
    const stored = readChat(localStorage, owner, id)
    isRestored.current = true
    if (!stored) return
    setText((now) => now || stored.text)
    if (stored.price) setPriceText(stored.price)
    if (stored.files.length > 0) attachments.addExisting(stored.files)
  })
  useEffect(() => restore(), [])
  const uploaded = attachments.items.flatMap(({ fileId, kind, name, url, image }) =>
    fileId === null ? [] : [{ fileId, kind, name, url, image }],
  )
  const store = useEffectEvent(() => {
    if (isRestored.current) writeChat(localStorage, owner, id, { text, price: priceText ?? '', files: uploaded })
  })
  const fileIds = uploaded.map(({ fileId }) => fileId).join(' ')
  useEffect(() => store(), [text, priceText, fileIds])
  useEffect(() => {
    if (replyTo) field.current?.focus()
  }, [replyTo])

  const typing = useRef({ at: 0, timer: undefined as ReturnType<typeof setTimeout> | undefined })
  const noteTyping = () => {
    clearTimeout(typing.current.timer)
    typing.current.timer = setTimeout(stopTyping, typingEveryMs * 2)
    if (Date.now() - typing.current.at < typingEveryMs) return
    typing.current.at = Date.now()
    sayTyping(id, true)
  }
  const stopTyping = () => {
    clearTimeout(typing.current.timer)
    if (typing.current.at === 0) return
    typing.current.at = 0
    sayTyping(id, false)
  }

  const isUploading = attachments.items.some(({ fileId, problem }) => fileId === null && !problem)
  const hasBroken = attachments.items.some(({ problem }) => problem)
  const price = priceText === null ? null : readTokens(priceText)
  const least = settings?.minimumContentPrice ?? 1
  const most = settings?.maximumContentPrice ?? 10_000
  const isPriceWrong = priceText !== null && (price === null || price < least || price > most)
  const lacksFiles = priceText !== null && attachments.items.length === 0
  const isEmpty = text.trim() === '' && uploaded.length === 0
  const isReady = !isEmpty && !isUploading && !hasBroken && !isPriceWrong && !lacksFiles

  useCheckoutReturn(firstMessageOf(id), () => setPaying(true))
  const post = () => {
    const quote = quoteOf(replyTo)
    send(id, { text: text.trim(), files: uploaded, price, replyTo: quote, expectedPrice: null, expectedTerms: null })
    clear()
  }
  const clear = () => {
    setText('')
    setPriceText(null)
    setRefusals(0)
    attachments.clear()
    onReplyDone()
    stopTyping()
    field.current?.focus()
  }
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (isPriceWrong || lacksFiles) {
      setRefusals(refusals + 1)
      priceField.current?.focus()
    }
    if (!isReady) return
    if (writing.price !== null) setPaying(true)
    else post()
  }
  const addFiles = useAddFiles(attachments)
  const sendVoice = (blob: Blob, name: string) => {
    setRecording(false)
    setVoiceNext(text.trim() === '' && attachments.items.length === 0 && priceText === null)
    attachments.add([{ source: blob, kind: 'audio', name }])
  }
  const isVoiceOver = isVoiceNext && !isUploading
  const onVoiceUploaded = useEffectEvent(() => {
    setVoiceNext(false)
    submit()
    microphone.current?.focus()
  })
  useEffect(() => {
    if (isVoiceOver) onVoiceUploaded()
  }, [isVoiceOver])

  if (!writing.allowed) return <ClosedComposer conversation={conversation} />
  return (
    <div data-bottom-bar="always" className="shrink-0 border-line px-2.5 pt-2 pb-2.5 max-md:border-t md:px-6 md:pb-4">
      {replyTo ? (
        <div className="mb-2 flex items-center gap-2 rounded-md bg-surface-2 py-1.5 ps-3.5 pe-1.5 text-sm">
          <CornerUpLeft className="icon size-4! text-ink-3 rtl:-scale-x-100" aria-hidden="true" />
          <span className="min-w-0 flex-1">
            <span className="block text-xs font-semibold">
              {t('messages.replyTo', { name: replyTo.senderId === me?._id ? t('messages.yourself') : recipient.name })}
            </span>
            <span className="block truncate text-xs text-ink-3">
              <bdi>{lineOf(replyTo)}</bdi>
            </span>
          </span>
          <IconButton label={t('messages.noReply')} size="sm" tip="none" onClick={onReplyDone}>
            <X aria-hidden="true" />
          </IconButton>
        </div>
      ) : null}
      <AttachmentStrip attachments={attachments} />
      {priceText === null ? null : (
        <PriceRow
          field={priceField}
          value={priceText}
          onChange={(value) => {
            setPriceText(value)
            setRefusals(0)
          }}
          refusals={refusals}
          problem={
            lacksFiles
              ? t('messages.priceFiles')
              : isPriceWrong
                ? t('messages.priceRange', { least: number(least), most: number(most) })
                : null
          }
          worth={price === null ? '' : money(price * tokenValue, currency)}
        />
      )}
      {writing.price === null ? null : (
        <p className="mb-2 px-1.5 text-xs text-ink-2">
          {t.rich(
            'messages.firstCosts',
            { price: () => <Price tokens={writing.price ?? 0} /> },
            { name: recipient.name },
          )}
        </p>
      )}
      {answer?.problem ? (
        <p role="alert" className="mb-2 px-1.5 text-sm text-danger-text">
          {problemText(answer.problem)}
        </p>
      ) : null}
      {isRecording ? (
        <Suspense>
          <VoiceRecorder onSend={sendVoice} onClose={() => setRecording(false)} />
        </Suspense>
      ) : (
        <Form method="post" onSubmit={submit} className="flex items-end gap-1.5">
          <input type="hidden" name="clientId" value={clientId} />
          <input
            ref={files}
            type="file"
            multiple
            accept={acceptedTypes}
            className="sr-only"
            tabIndex={-1}
            aria-hidden="true"
            onChange={(event) => {
              addFiles([...(event.currentTarget.files ?? [])])
              event.currentTarget.value = ''
            }}
          />
          {me?.isPerformer ? (
            <Menu
              align="start"
              trigger={
                <button
                  type="button"
                  aria-label={t('messages.attach')}
                  className={`${iconButtonClass('ghost')} mb-1 noscript:hidden`}
                >
                  <ImagePlus aria-hidden="true" />
                </button>
              }
              actions={[
                {
                  label: t('messages.fromDevice'),
                  icon: <MonitorUp aria-hidden="true" />,
                  onPress: () => files.current?.click(),
                },
                {
                  label: t('messages.vault'),
                  icon: <FolderOpen aria-hidden="true" />,
                  onPress: () => setVaultOpen(true),
                },
              ]}
            />
          ) : (
            <IconButton
              label={t('messages.attach')}
              tip="top"
              className="mb-1 noscript:hidden"
              onClick={() => files.current?.click()}
            >
              <ImagePlus aria-hidden="true" />
            </IconButton>
          )}
          {me?.isPerformer ? (
            <IconButton
              label={t(priceText === null ? 'messages.setPrice' : 'messages.noPrice')}
              // Below it would be the price.
              tip={priceText === null ? 'top' : 'none'}
              aria-pressed={priceText !== null}
              className={clsx('mb-1 noscript:hidden', priceText !== null && 'text-primary-text!')}
              onClick={() => {
                setPriceText(priceText === null ? '' : null)
                setRefusals(0)
              }}
            >
              <Tag aria-hidden="true" />
            </IconButton>
          ) : null}
          <span className="relative flex min-w-0 flex-1 items-end rounded-[24px] bg-surface ring-1 ring-line-control ring-inset focus-within:ring-2 focus-within:ring-focus">
            <textarea
              ref={field}
              data-message-field
              name="text"
              rows={1}
              value={text}
              maxLength={messageLengthMax}
              // With files there may be no text.
              required={!isHydrated}
              dir="auto"
              aria-label={t('messages.write', { name: recipient.name })}
              placeholder={t('messages.write', { name: recipient.name })}
              onChange={(event) => {
                setText(event.currentTarget.value)
                noteTyping()
              }}
              onKeyDown={(event) => {
                // On phones the key makes a new line, and the button sends.
                if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
                if (matchMedia('(pointer: coarse)').matches) return
                submit(event)
              }}
              onPaste={(event) => {
                const pasted = [...event.clipboardData.files]
                if (pasted.length === 0) return
                event.preventDefault()
                addFiles(pasted)
              }}
              onBlur={stopTyping}
              className="block max-h-36 min-h-12 w-full min-w-0 flex-1 resize-none bg-transparent px-[18px] py-3 leading-6 [field-sizing:content] outline-none placeholder:whitespace-nowrap placeholder:text-ink-3 pointer-coarse:text-base"
            />
            <Counter length={text.length} max={messageLengthMax} className="self-end pe-2 pb-3.5" />
            <EmojiButton field={field} className="my-1 -me-1 noscript:hidden pointer-coarse:hidden" />
            <IconButton
              ref={microphone}
              label={t('messages.record')}
              tip="top"
              className="m-1 noscript:hidden"
              onClick={() => setRecording(true)}
            >
              <Mic aria-hidden="true" />
            </IconButton>
          </span>
          <button
            type="submit"
            aria-label={t('messages.send')}
            aria-disabled={!isReady || undefined}
            className={clsx(iconButtonClass('primary', 'lg'), !isReady && 'opacity-60 noscript:opacity-100')}
          >
            <Send className="rtl:-scale-x-100" aria-hidden="true" />
          </button>
        </Form>
      )}
      {isUploading ? (
        <p role="status" className="px-1.5 pt-1.5 text-xs text-ink-3">
          {t('messages.waitUpload')}
        </p>
      ) : null}
      {isVaultOpen ? (
        <Suspense>
          <VaultDialog
            taken={uploaded.map(({ fileId }) => fileId)}
            room={messageFilesMax - attachments.items.length}
            onAdd={attachments.addExisting}
            onClose={() => setVaultOpen(false)}
          />
        </Suspense>
      ) : null}
      {paying ? (
        <Suspense>
          <FirstMessage
            conversation={conversation}
            message={{ text: text.trim(), fileIds: uploaded.map(({ fileId }) => fileId), replyToId: replyTo?._id }}
            preview={text.trim() || tokens(uploaded.length)}
            onClose={() => setPaying(false)}
            onPrice={() => void refreshWriting(id)}
            onSent={(message) => {
              void noteSent(id, message, uploaded)
              setPaying(false)
              clear()
            }}
          />
        </Suspense>
      ) : null}
    </div>
  )
}

const quoteOf = (message: Message | null): Message['replyTo'] =>
  message && {
    _id: message._id,
    senderId: message.senderId,
    type: message.type,
    text: message.text.slice(0, 140),
    isDeleted: message.isDeleted,
  }

interface PriceRowProps {
  field: Ref<HTMLInputElement>
  value: string
  onChange: (value: string) => void
  problem: string | null
  refusals: number
  worth: string
}
/** What the files of the message cost. */
function PriceRow({ field, value, onChange, problem, refusals, worth }: PriceRowProps) {
  const t = useT()
  const isRefused = problem !== null && (value !== '' || refusals > 0)
  return (
    <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1 px-1">
      <label className="flex items-center gap-2 text-sm font-semibold">
        {t('messages.price')}
        <input
          ref={field}
          inputMode="decimal"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          aria-describedby="price-says"
          aria-invalid={isRefused || undefined}
          className="num h-10 w-24 rounded-full bg-surface px-4 text-end ring-1 ring-line-control ring-inset focus-visible:rounded-full aria-invalid:ring-2 aria-invalid:ring-danger-text pointer-coarse:h-11 pointer-coarse:text-base"
        />
      </label>
      <span
        // An alert is read when it enters the page.
        key={refusals}
        id="price-says"
        role={problem !== null && refusals > 0 ? 'alert' : undefined}
        className={clsx('num text-xs', isRefused ? 'text-danger-text' : 'text-ink-3')}
      >
        {problem ?? worth}
      </span>
      <Settled text={problem ?? worth} />
    </div>
  )
}

/** Why one may not write, and what would change that. */
function ClosedComposer({ conversation: { writing, recipient } }: { conversation: Conversation }) {
  const t = useT()
  const reason = writing.reason ?? 'closed'
  return (
    <div
      data-bottom-bar="always"
      className="flex shrink-0 flex-wrap items-center justify-center gap-3 border-t border-line px-5 py-4 text-center text-sm text-ink-2"
    >
      <p>{t(`messages.closed.${reason}`, { name: recipient.name })}</p>
      {reason !== 'closed' && recipient.username ? (
        <Link
          to={`/${recipient.username}${reason === 'subscribers' ? '#subscribe' : ''}`}
          className={buttonClass('primary', 'sm')}
        >
          {t(reason === 'subscribers' ? 'messages.seePlans' : 'messages.openProfile')}
        </Link>
      ) : null}
    </div>
  )
}
