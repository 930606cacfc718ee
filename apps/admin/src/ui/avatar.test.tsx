import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Avatar, AvatarGroup } from './avatar.tsx';

describe('an avatar', () => {
  it("has the reference's default alt text", () => {
    render(<Avatar src="/a.png" />);
    expect(screen.getByAltText('My avtar')).toBeTruthy();
  });
  it('falls back to its children, then to the first letter, then to a person', () => {
    const { container, rerender } = render(
      <Avatar src="/a.png" alt="kim">
        JK
      </Avatar>,
    );
    fireEvent.error(screen.getByAltText('kim'));
    expect(container.textContent).toBe('JK');
    rerender(<Avatar src="/a.png" alt="kim" />);
    expect(container.textContent).toBe('K');
    rerender(<Avatar src="/a.png" alt=" " />);
    expect(container.querySelector('[data-icon=person]')).not.toBeNull();
  });
  it('shows groups of four at most', () => {
    const people = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => ({ name }));
    const { container } = render(<AvatarGroup people={people} />);
    expect([...container.querySelectorAll('.avatar')].map((avatar) => avatar.textContent)).toEqual([
      'A',
      'B',
      'C',
      '+3',
    ]);
  });
});
