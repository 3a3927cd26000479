// A controlled form and a list of things to do, in React; also built with Preact in React's place.
import { useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';

const kEmpty = {
  code: '',
  amount: null,
  subscribed: false,
  size: '',
  colour: 'red',
  toppings: [],
  day: '',
  volume: 5,
  notes: '',
};

function Form() {
  const [model, setModel] = useState(kEmpty);
  const [sent, setSent] = useState(null);
  const set = (change) => setModel((old) => ({ ...old, ...change }));
  const submit = (event) => {
    event.preventDefault();
    setSent(model);
  };
  return (
    <form onSubmit={submit}>
      <label>
        Code <input value={model.code} onChange={(e) => set({ code: e.target.value.toUpperCase() })} />
      </label>
      <label>
        Amount{' '}
        <input
          type="number"
          step="0.5"
          max="100"
          value={model.amount ?? ''}
          onChange={(e) => set({ amount: e.target.value === '' ? null : Number(e.target.value) })}
        />
      </label>
      <label>
        <input type="checkbox" checked={model.subscribed} onChange={(e) => set({ subscribed: e.target.checked })} />{' '}
        Subscribe
      </label>
      <fieldset>
        <legend>Size</legend>
        {['Small', 'Medium', 'Large'].map((size) => (
          <label key={size}>
            <input type="radio" name="size" checked={model.size === size} onChange={() => set({ size })} /> {size}
          </label>
        ))}
      </fieldset>
      <label>
        Colour{' '}
        <select value={model.colour} onChange={(e) => set({ colour: e.target.value })}>
          <option value="red">Red</option>
          <option value="green">Green</option>
          <option value="blue">Blue</option>
        </select>
      </label>
      <label>
        Toppings{' '}
        <select
          multiple
          value={model.toppings}
          onChange={(e) => set({ toppings: [...e.target.selectedOptions].map(({ value }) => value) })}
        >
          <option value="cheese">Cheese</option>
          <option value="ham">Ham</option>
          <option value="olives">Olives</option>
        </select>
      </label>
      <label>
        Day <input type="date" value={model.day} onChange={(e) => set({ day: e.target.value })} />
      </label>
      <label>
        Volume{' '}
        <input
          type="range"
          min="0"
          max="10"
          value={model.volume}
          onChange={(e) => set({ volume: Number(e.target.value) })}
        />
      </label>
      <label>
        Notes <textarea value={model.notes} onChange={(e) => set({ notes: e.target.value })} />
      </label>
      <button>Send</button>
      <pre id="model">{JSON.stringify(model)}</pre>
      {sent && <pre id="sent">{JSON.stringify(sent)}</pre>}
    </form>
  );
}

function EditField({ title, save }) {
  const [text, setText] = useState(title);
  const field = useRef(null);
  useEffect(() => field.current.focus(), []);
  return (
    <input
      ref={field}
      aria-label="Edit"
      value={text}
      onChange={(e) => setText(e.target.value)}
      onKeyDown={(e) => e.key === 'Enter' && save(text)}
      onBlur={() => save(text)}
    />
  );
}

function Todos() {
  const [todos, setTodos] = useState([]);
  const [title, setTitle] = useState('');
  const [filter, setFilter] = useState('');
  const [editing, setEditing] = useState(null);
  const next = useRef(1);
  useEffect(() => {
    const read = () => setFilter(location.hash.slice(2));
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  const add = (event) => {
    if (event.key !== 'Enter' || title.trim() === '') return;
    setTodos([...todos, { id: next.current++, title: title.trim(), done: false }]);
    setTitle('');
  };
  const change = (id, what) => setTodos((old) => old.map((todo) => (todo.id === id ? { ...todo, ...what } : todo)));
  const left = todos.filter(({ done }) => !done).length;
  const shown = todos.filter(({ done }) => !filter || done === (filter === 'completed'));
  return (
    <section>
      <input
        placeholder="What needs to be done?"
        value={title}
        onChange={(e) => setTitle(e.target.value)}
        onKeyDown={add}
      />
      <ul>
        {shown.map((todo) => (
          <li key={todo.id}>
            <input
              type="checkbox"
              aria-label={`Toggle ${todo.title}`}
              checked={todo.done}
              onChange={(e) => change(todo.id, { done: e.target.checked })}
            />
            {editing === todo.id ? (
              <EditField
                title={todo.title}
                save={(text) => {
                  change(todo.id, { title: text });
                  setEditing(null);
                }}
              />
            ) : (
              <span onDoubleClick={() => setEditing(todo.id)}>{todo.title}</span>
            )}
          </li>
        ))}
      </ul>
      <p>
        {left} {left === 1 ? 'item' : 'items'} left
      </p>
      <a href="#/">All</a> <a href="#/active">Active</a> <a href="#/completed">Completed</a>
      {left < todos.length && (
        <button onClick={() => setTodos(todos.filter(({ done }) => !done))}>Clear completed</button>
      )}
      <pre id="model">{JSON.stringify(todos.map(({ title, done }) => ({ title, done })))}</pre>
    </section>
  );
}

createRoot(document.getElementById('app')).render(document.title.endsWith('todos') ? <Todos /> : <Form />);
