import { Autocomplete } from '@base-ui/react/autocomplete'
import { Search, Tag } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { call, type Reply } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Input } from '../../ui/field.tsx'
import { VerifiedBadge } from '../creators/verified-badge.tsx'
import './search-box.css'

type Found = Reply<'GET /search/suggestions'>['data']
interface Offer {
  value: string
  to: string
  kind: 'creator' | 'word' | 'topic'
  creator?: Found['performers'][number]
}
const waitMs = 150

export interface SearchBoxProps {
  /** What was typed before. */
  start: string
  label: string
}

/** The field with what it offers: arrows walk it, Enter goes there, Escape closes it. */
export function SearchBox({ start, label }: SearchBoxProps) {
  const t = useT()
  const navigate = useNavigate()
  const [typed, setTyped] = useState(start)
  const [open, setOpen] = useState(false)
  const found = useSuggestions(typed)
  const offers = useMemo(() => offersOf(found), [found])
  return (
    <Autocomplete.Root
      items={offers}
      itemToStringValue={(offer: Offer) => offer.value}
      mode="none"
      value={typed}
      onValueChange={(value, { reason }) => {
        if (reason === 'item-press') return
        setTyped(value)
        setOpen(true)
      }}
      open={open && typed.trim() !== '' && offers.length > 0}
      onOpenChange={setOpen}
    >
      <Autocomplete.Input
        render={
          <Input
            type="search"
            name="q"
            maxLength={100}
            aria-label={label}
            placeholder={label}
            enterKeyHint="search"
            // The plain field had the focus and what was typed.
            autoFocus
            start={<Search className="icon" aria-hidden="true" />}
          />
        }
      />
      <Autocomplete.Status className="sr-only">
        {typed.trim() && found
          ? offers.length
            ? t('explore.suggest.count', { count: offers.length })
            : t('explore.suggest.none')
          : ''}
      </Autocomplete.Status>
      <Autocomplete.Portal>
        <Autocomplete.Positioner className="search-offers" sideOffset={8} align="start">
          <Autocomplete.Popup>
            <Autocomplete.List>
              {(offer: Offer) => (
                <Autocomplete.Item key={offer.to} value={offer} onClick={() => void navigate(offer.to)}>
                  <Row offer={offer} />
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Popup>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  )
}

function Row({ offer: { kind, creator, value } }: { offer: Offer }) {
  const t = useT()
  if (creator)
    return (
      <>
        <Avatar src={creator.avatar} size={36} />
        <span className="min-w-0 flex-1">
          <span className="flex items-center gap-1 font-strong">
            <bdi className="truncate">{creator.name}</bdi>
            {creator.isVerified ? <VerifiedBadge className="size-4" /> : null}
          </span>
          <small dir="auto">{creator.tagline || `@${creator.username}`}</small>
        </span>
      </>
    )
  const Icon = kind === 'topic' ? Tag : Search
  return (
    <>
      <Icon className="icon" aria-hidden="true" />
      <span className="flex min-w-0 flex-1">
        <bdi className="truncate">{value}</bdi>
      </span>
      <small>{t(kind === 'topic' ? 'explore.suggest.topics' : 'explore.suggest.query')}</small>
    </>
  )
}

const offersOf = (found: Found | null): Offer[] =>
  found
    ? [
        ...found.performers.map(
          (creator): Offer => ({
            value: creator.name,
            to: `/${creator.username ?? creator._id}`,
            kind: 'creator',
            creator,
          }),
        ),
        ...found.categories.map(
          (topic): Offer => ({ value: topic, to: `/explore?category=${encodeURIComponent(topic)}`, kind: 'topic' }),
        ),
        ...found.keywords.map(
          (suggestion): Offer => ({
            value: suggestion,
            to: `/search?q=${encodeURIComponent(suggestion)}`,
            kind: 'word',
          }),
        ),
      ]
    : []

/** Sends a request shortly after the last keystroke; a response to an earlier text is never shown. */
function useSuggestions(typed: string): Found | null {
  const [found, setFound] = useState<Found | null>(null)
  const q = typed.trim().slice(0, 60)
  useEffect(() => {
    if (q === '') return setFound(null)
    const stop = new AbortController()
    const timer = setTimeout(() => {
      call('GET /search/suggestions', { query: { q }, signal: stop.signal }).then(
        ({ data }) => setFound(data),
        // Offers are a help: without them the field still searches.
        () => stop.signal.aborted || setFound(null),
      )
    }, waitMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [q])
  return found
}
