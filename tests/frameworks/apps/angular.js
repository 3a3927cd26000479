// A controlled form and a list of things to do, in Angular, with templates compiled in the page.
import 'zone.js';
import '@angular/compiler';
import { Component, Directive, ElementRef, inject, provideZoneChangeDetection } from '@angular/core';
import { FormsModule } from '@angular/forms';
import { bootstrapApplication } from '@angular/platform-browser';

const Form = Component({
  selector: '#app',
  imports: [FormsModule],
  template: `
    <form (ngSubmit)="submit()">
      <label>Code <input name="code" [ngModel]="model.code" (ngModelChange)="model.code = $event.toUpperCase()"></label>
      <label>Amount <input name="amount" type="number" step="0.5" max="100" [(ngModel)]="model.amount"></label>
      <label><input name="subscribed" type="checkbox" [(ngModel)]="model.subscribed"> Subscribe</label>
      <fieldset><legend>Size</legend>
        @for (size of sizes; track size) {
          <label><input name="size" type="radio" [value]="size" [(ngModel)]="model.size"> {{ size }}</label>
        }
      </fieldset>
      <label>Colour <select name="colour" [(ngModel)]="model.colour">
        <option value="red">Red</option><option value="green">Green</option><option value="blue">Blue</option>
      </select></label>
      <label>Toppings <select name="toppings" multiple [(ngModel)]="model.toppings">
        <option value="cheese">Cheese</option><option value="ham">Ham</option><option value="olives">Olives</option>
      </select></label>
      <label>Day <input name="day" type="date" [(ngModel)]="model.day"></label>
      <label>Volume <input name="volume" type="range" min="0" max="10" [(ngModel)]="model.volume"></label>
      <label>Notes <textarea name="notes" [(ngModel)]="model.notes"></textarea></label>
      <button>Send</button>
      <pre id="model">{{ text(model) }}</pre>
      @if (sent) { <pre id="sent">{{ sent }}</pre> }
    </form>`,
})(
  class {
    sizes = ['Small', 'Medium', 'Large'];
    model = {
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
    sent = '';
    text = JSON.stringify;
    submit() {
      this.sent = JSON.stringify(this.model);
    }
  },
);

const Focused = Directive({ selector: '[focused]' })(
  class {
    #field = inject(ElementRef);
    ngAfterViewInit() {
      this.#field.nativeElement.focus();
    }
  },
);

const Todos = Component({
  selector: '#app',
  imports: [FormsModule, Focused],
  host: { '(window:hashchange)': 'look()' },
  template: `
    <section>
      <input placeholder="What needs to be done?" [(ngModel)]="title" (keydown.enter)="add()">
      <ul>
        @for (todo of shown; track todo) {
          <li>
            <input type="checkbox" [attr.aria-label]="'Toggle ' + todo.title" [(ngModel)]="todo.done">
            @if (editing === todo) {
              <input focused aria-label="Edit" [(ngModel)]="todo.title" (keydown.enter)="editing = null" (blur)="editing = null">
            } @else {
              <span (dblclick)="editing = todo">{{ todo.title }}</span>
            }
          </li>
        }
      </ul>
      <p>{{ left }} {{ left === 1 ? 'item' : 'items' }} left</p>
      <a href="#/">All</a> <a href="#/active">Active</a> <a href="#/completed">Completed</a>
      @if (left < todos.length) { <button (click)="clear()">Clear completed</button> }
      <pre id="model">{{ text(todos) }}</pre>
    </section>`,
})(
  class {
    todos = [];
    title = '';
    filter = '';
    editing = null;
    text = JSON.stringify;
    get left() {
      return this.todos.filter(({ done }) => !done).length;
    }
    get shown() {
      return this.todos.filter(({ done }) => !this.filter || done === (this.filter === 'completed'));
    }
    look() {
      this.filter = location.hash.slice(2);
    }
    add() {
      if (this.title.trim() === '') return;
      this.todos.push({ title: this.title.trim(), done: false });
      this.title = '';
    }
    clear() {
      this.todos = this.todos.filter(({ done }) => !done);
    }
  },
);

bootstrapApplication(document.title.endsWith('todos') ? Todos : Form, { providers: [provideZoneChangeDetection()] });
