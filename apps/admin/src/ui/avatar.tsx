import { useState, type ReactNode } from 'react';
import { Icon } from './icon.tsx';

interface AvatarProps {
  readonly src?: string;
  readonly alt?: string;
  readonly children?: ReactNode;
  readonly size?: number;
}

/** A person's picture; when it fails: the children, else the first letter of the alt text, else a person (reference 2). */
export function Avatar({ src, alt = 'My avtar', children, size = 40 }: AvatarProps) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  const hasImage = src !== undefined && src !== '' && src !== failedSrc;
  return (
    <span className="avatar" style={{ width: size, height: size }}>
      {hasImage ? (
        <img src={src} alt={alt} width={size} height={size} onError={() => setFailedSrc(src)} />
      ) : (
        fallback(alt, children)
      )}
    </span>
  );
}

function fallback(alt: string, children: ReactNode): ReactNode {
  if (children !== undefined && children !== null && children !== '') return children;
  const [first] = alt.trim();
  return first === undefined ? <Icon name="person" /> : <span>{first.toUpperCase()}</span>;
}

/** Shows at most four avatars: the last place counts the rest (reference 9). */
export function AvatarGroup({
  people,
  max = 4,
}: {
  readonly people: readonly { readonly name: string; readonly src?: string }[];
  readonly max?: number;
}) {
  const shown = people.length > max ? people.slice(0, max - 1) : people;
  return (
    <span className="avatar-group">
      {shown.map((person) => (
        <Avatar key={person.name} alt={person.name} {...(person.src !== undefined && { src: person.src })} />
      ))}
      {shown.length < people.length && <Avatar>{`+${people.length - shown.length}`}</Avatar>}
    </span>
  );
}
